// Generates the Python SDK's list of countries by region from the one in the TypeScript SDK. Pure.
import { visitorRegionOf } from '../../sdk/src/visitor-region.ts';

const HEADER = `# Generated from sdk/src/visitor-region.ts: run \`npm run generate:wire\`, do not edit.
"""The countries of each region, by their ISO 3166-1 codes."""

from __future__ import annotations
`;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/**
 * @returns the source of a Python module that defines COUNTRIES, which maps each region to its
 *   countries
 */
export function pythonRegions(): string {
  const countries = LETTERS.flatMap((one) => LETTERS.map((other) => one + other));
  const byRegion = Map.groupBy(countries, (country) => visitorRegionOf(country));
  const lines = [...byRegion].flatMap(([region, names]) =>
    region === undefined ? [] : [`    "${region}": "${names.join(' ')}",`],
  );
  return `${HEADER}\nCOUNTRIES = {\n${lines.toSorted().join('\n')}\n}\n`;
}
