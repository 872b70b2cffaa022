import { OpenAPIHono } from '@hono/zod-openapi';
import { exports } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { SHIPPED_AGE_ERROR as TABLE, type AgeErrorTable } from '../../../src/config/age-error.ts';
import type { Context } from '../../../src/context.ts';
import type { AppEnv } from '../../../src/http/app-env.ts';
import { withInterval } from '../../../src/domain/verification/rules/age/error-curve.ts';
import { AGE_TRUTH_PATH, registerAgeTruth } from '../../../src/routes/docs/age-truth.tsx';

async function read(): Promise<{ html: string; text: string; headers: Headers }> {
  const response = await exports.default.fetch(new Request('http://localhost:8787/docs/age-truth'));
  expect(response.status).toBe(200);
  const html = await response.text();
  const text = html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  return { html, text, headers: response.headers };
}

/** Reads the page of a service with these settings. */
async function readWith(config: object): Promise<{ html: string; text: string }> {
  const page = new OpenAPIHono<AppEnv>();
  const usual = {
    ageError: TABLE,
    serviceName: 'Agate',
    ageMarginYears: 7,
    ageMarginFloorYears: 2,
  };
  page.use(async (c, next) => {
    c.set('ctx', { config: { ...usual, ...config } } as Context);
    await next();
  });
  registerAgeTruth(page);
  const html = await (await page.request(AGE_TRUTH_PATH)).text();
  return { html, text: html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ') };
}

describe('/docs/age-truth', () => {
  it('shows every band of the table in force, its sets, size and date', async () => {
    const { text } = await read();
    for (const { n, one_net: one } of TABLE.bands)
      expect(text).toMatch(new RegExp(String.raw`\b${n} ${one.mae.toFixed(1)} `));
    for (const { name, about } of TABLE.sets) expect(text).toContain(`${name} : ${about}`);
    expect(text).toContain('3,635 labelled pictures, measured on 2026-11-22');
  });

  it('shows who passes with intervals, the margins of the targets, and the gap between the groups of finding 8', async () => {
    const { text } = await read();
    expect(text).toMatch(/13 to 17 device, one net [\d.]+ % [\d.]+ % to [\d.]+ %/);
    // The margins for gate 18 at targets of 5, 2 and 1 %, on a device and at the edge.
    expect(text).toContain('18 9 7 13 9 15 11');
    expect(text).toMatch(/13 to 17 230 11 % [\d.]+ % to [\d.]+ % 332 5.1 % /);
    expect(text).toMatch(/25 to 40 195 80 % [\d.]+ % to [\d.]+ % 258 50 % /);
  });

  it('shows who passes with the margin that holds where a customer sets nothing (D-84)', async () => {
    const byYears = await readWith({ ageMarginYears: 5 });
    expect(byYears.text).toContain(
      'With a margin of 5 years: an estimate of 23 or more passes, and by the age head as many of the too young as by both nets, one below 11 fails.',
    );
    const byTarget = await readWith({ ageMarginYears: 5, ageTarget: 2 });
    expect(byTarget.text).toContain(
      'For the target of 2 %: an estimate of 31 or more (device, one net) or a score of ',
    );
    expect(byTarget.text).toMatch(/ or more \(edge, age head\) passes, one below 11 fails\./);
    const { head: _head, populations: _populations, ...before } = TABLE;
    const byNets = await readWith({ ageError: before, ageTarget: 2 });
    expect(byNets.text).toContain(
      'an estimate of 31 or more (device, one net) or an estimate of 27 or more (edge, two nets) passes, one below 11 fails.',
    );
    expect(byNets.text).not.toContain('age head');
    const shares = ({ text }: { text: string }) =>
      /13 to 17 edge, age head ([\d.]+)/.exec(text)?.[1];
    expect(Number(shares(byTarget))).toBeLessThan(Number(shares(byYears)));
  });

  it('shows every population and every group separately, the widest interval first', async () => {
    const { text } = await read();
    const [, populations = '', origins = ''] =
      /Who passes where(.*)By origin and sex(.*)What was counted/.exec(text) ?? [];
    for (const { name, about, counted = [] } of TABLE.populations ?? []) {
      expect(populations).toContain(`${name} : ${about}`);
      for (const [from, to, n] of counted)
        expect(populations).toContain(`${name} ${from} to ${to} ${n} `);
    }
    expect(TABLE.head?.groups?.length).toBeGreaterThan(0);
    for (const [origin, sex, from, to, n] of TABLE.head?.groups ?? []) {
      const who = [origin.replaceAll('_', ' or '), sex].filter(Boolean).join(', ') || 'all';
      expect(origins).toContain(`${who} ${from} to ${to} ${n} `);
    }
    expect(origins).toContain('more than twice as often as all of them together');
    // The widths of the confidence intervals for children at the target of 2 %.
    const widths = (TABLE.populations ?? []).flatMap(({ counted = [] }) =>
      counted.slice(0, 1).map(([, , n, , two]) => {
        const { low, high } = withInterval(two / n, n);
        return { n, width: high - low };
      }),
    );
    const shown = [...populations.matchAll(/ 13 to 17 (\d+) /g)].map(([, n]) => Number(n));
    expect(shown).toEqual(widths.toSorted((a, b) => b.width - a.width).map(({ n }) => n));
  });

  it('gives for every count its group, its number of pictures and its day', async () => {
    const { text } = await read();
    expect(text).toContain('0 years 13 to 17 (888) ');
    expect(text).toContain('0 years 18 to 24 (983) ');
    expect(text).toContain('counted on 2026-11-22');
    expect(text).toContain('in All-Age-Faces (AAF), with 95 % intervals; counted on 2026-11-28');
    const day = TABLE.head?.measured_on;
    expect(day).toMatch(/^2026-11-/);
    expect(text).toContain(`Counted at 18 on ${day}, with 95 % intervals`);
    expect(text).toContain(`Counted at 18 on ${day} on FairFace`);
  });

  it('says what the figures cannot show', async () => {
    const { text } = await read();
    expect(text).toContain('19 between 13 and 17');
    expect(text).toContain('cannot serve ages up to 13');
  });

  it('is accessible: it has a language, row and column headings, and named tables', async () => {
    const { html, headers } = await read();
    expect(html).toContain('<html lang="en"');
    expect(html.match(/<h1/g)).toHaveLength(1);
    const tables = html.match(/<table/g)?.length ?? 0;
    expect(html.match(/<table aria-labelledby="/g)).toHaveLength(tables);
    expect(html).not.toMatch(/<script|style=/);
    expect(html.match(/scope="row"/g)?.length).toBeGreaterThan(20);
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });
});

describe('/docs/age-truth of an operator’s own table', () => {
  const { shares: _shares, by_sex: _bySex, held_out: _heldOut, ...figures } = TABLE;
  const own: AgeErrorTable = {
    ...figures,
    kind: 'calibration',
    pictures: 61,
    sets: [{ name: 'Own pictures', flattering: false, about: 'of <people> who consented.' }],
    bands: TABLE.bands.map((band, index) => (index === 3 ? band : { ...band, is_shipped: true })),
    cells: [
      ['skin tone', '5', 13, 17, 40, 4, 2, 1.5, 4.25],
      ['skin tone', '5', 18, 24, 0, 0, 0],
    ],
  };

  it('shows its groups with intervals, empty ones too, and marks the figures that are the shipped ones', async () => {
    const { html, text } = await readWith({ ageError: own });
    expect(text).toContain('skin tone: 5 13 to 17 40 +1.5 4.3 10 % 4 % to 23 % 5 % 1.4 % to 17 %');
    expect(text).toContain('skin tone: 5 18 to 24 0 no pictures');
    expect(text).toContain('468 (shipped)');
    expect(text).not.toContain('519 (shipped)');
    expect(text).not.toContain('Boys');
    expect(html).toContain('of &lt;people&gt; who consented.');
  });
});
