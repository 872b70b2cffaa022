// /docs/age-truth explains the error of age estimates in plain words, using the table in force. The
// page computes nothing itself.
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { AgeErrorTable } from '../../config/age-error.ts';
import {
  AGE_TARGETS,
  marginOf,
  type AgeTarget,
  type MarginPolicy,
} from '../../domain/verification/rules/age/age-margin.ts';
import { groupedOutlook } from '../../domain/verification/rules/age/age-outlook.ts';
import { failYearsAt } from '../../domain/verification/rules/age/age-rule.ts';
import { MEASURED, type Measured } from '../../domain/terms/age-proof.ts';
import type { AppEnv } from '../../http/app-env.ts';
import { renderPage } from '../../http/pages/render-page.ts';
import { Counted, Groups, Limits, Sexes } from './age-truth-counts.tsx';
import { Origins, Populations } from './age-truth-populations.tsx';
import { agesText, percent, ShareCell, Table, yearsText } from './truth-table.tsx';

export const AGE_TRUTH_PATH = '/docs/age-truth';

/** The gate that the page uses in its examples. */
const GATE = 18;
const GATES = [14, 16, 18, 21, 25] as const;
const PLACES: Record<Measured, string> = { device: 'device, one net', edge: 'edge, two nets' };
const BY_HEAD = 'edge, age head';

export function registerAgeTruth(app: OpenAPIHono<AppEnv>): void {
  app.get(AGE_TRUTH_PATH, (c) => {
    const { config } = c.get('ctx');
    return renderPage(
      c,
      <AgeTruth
        table={config.ageError}
        serviceName={config.serviceName}
        usual={{
          floorYears: config.ageMarginFloorYears,
          defaultYears: config.ageMarginYears,
          ...(config.ageTarget !== undefined && { target: config.ageTarget }),
        }}
      />,
    );
  });
}

interface Truth {
  table: AgeErrorTable;
  /** The margin policy for customers who have not set their own (D-84). */
  usual: MarginPolicy;
}

function AgeTruth({ table, serviceName, usual }: Truth & { serviceName: string }) {
  return (
    <html lang="en" data-theme="system">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`How true is the age? · ${serviceName}`}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/portal/portal.css" />
      </head>
      <body data-layout="account">
        <a class="skip" href="#content">
          Skip to the figures
        </a>
        <div class="page" data-page="truth">
          <main class="truth" id="content" tabindex={-1}>
            <Introduction table={table} serviceName={serviceName} />
            <Errors table={table} />
            <Passing table={table} usual={usual} />
            <Targets table={table} />
            <Populations table={table} />
            <Origins table={table} />
            <Counted table={table} />
            <Sexes table={table} />
            <Groups table={table} />
            <Limits table={table} />
            <p>
              Where these figures are used: <a href="/docs">the API</a>.
            </p>
          </main>
        </div>
      </body>
    </html>
  );
}

function Introduction({ table, serviceName }: { table: AgeErrorTable; serviceName: string }) {
  return (
    <section>
      <h1>How true is the age?</h1>
      <p>
        {serviceName} estimates how old a person is from pictures of the face. For many people the
        estimate is wrong by several years. These are the figures that its margins are computed
        from: {table.pictures.toLocaleString('en')} labelled pictures, measured on{' '}
        {table.measured_on}.
      </p>
      <ul>
        {table.sets.map(({ name, about }) => (
          <li>
            <strong>{name}</strong>: {about}
          </li>
        ))}
      </ul>
      {table.kind === 'research' && (
        <p>
          Nobody here trained or tuned on these research sets, and neither is part of this service:
          only the figures are.
        </p>
      )}
    </section>
  );
}

function Errors({ table }: { table: AgeErrorTable }) {
  const hasTwo = table.bands.some(({ two_nets: two }) => two !== undefined);
  const rows = table.bands.map(({ ages, n, one_net: one, two_nets: two, is_shipped: shipped }) => [
    agesText(ages),
    shipped === true ? `${n} (shipped)` : n,
    one.mae.toFixed(1),
    yearsText(one.bias),
    one.sd.toFixed(1),
    ...(hasTwo ? [two ? yearsText(two.bias) : 'not measured', two?.sd.toFixed(1) ?? ''] : []),
  ]);
  return (
    <section>
      <h2>How far off it is</h2>
      <Table
        name="errors"
        caption="In years, by true age. A device has one net; at the edge the lower of two must reach the age."
        head={[
          'True age',
          'Pictures',
          'Off on average',
          'Leans by',
          'Spread (SD)',
          ...(hasTwo ? ['Lower of two leans by', 'its spread'] : []),
        ]}
        rows={rows}
      />
      <p>
        “Leans by” is the mean of estimate minus true age: with a plus, people are taken for older
        than they are.
      </p>
    </section>
  );
}

function Passing({ table, usual }: Truth) {
  const failYears = failYearsAt(GATE);
  const margins = MEASURED.map((place) => {
    const { years: passYears, line } = marginOf(table, { gate: GATE, place }, usual);
    return { place, passYears, line, by: line === undefined ? PLACES[place] : BY_HEAD };
  });
  const rows = margins.flatMap(({ place, by, ...acting }) =>
    groupedOutlook(table, { gate: GATE, place }, { ...acting, failYears }).map((outlook) => [
      agesText(outlook.ages),
      by,
      <ShareCell {...outlook.passed} />,
      <ShareCell {...outlook.failed} />,
      <ShareCell {...outlook.inconclusive} />,
    ]),
  );
  return (
    <section>
      <h2>Who passes at {GATE}</h2>
      <Table
        name="passing"
        caption={`${usualText(usual, margins)}, one below ${GATE - failYears} fails.`}
        head={['True age', 'Measured by', 'Pass', 'Fail', 'Too close to tell']}
        rows={rows}
      />
      <p>
        Below each share is its 95 % interval. It counts fewer people than there were pictures,
        because the sets differ by more than chance. A visitor whose estimate is too close to tell
        may try again; both attempts are judged together.
      </p>
    </section>
  );
}

/** Describes the margin policy for customers who have not set their own. */
function usualText(
  { target }: MarginPolicy,
  margins: readonly { by: string; passYears: number; line: number | undefined }[],
): string {
  const isHead = margins.some(({ line }) => line !== undefined);
  const head = isHead ? ', and by the age head as many of the too young as by both nets' : '';
  if (target === undefined) {
    const years = margins[0]?.passYears ?? 0;
    return `With a margin of ${years} years: an estimate of ${GATE + years} or more passes${head}`;
  }
  const passes = margins.map(({ by, passYears, line }) =>
    line === undefined
      ? `an estimate of ${GATE + passYears} or more (${by})`
      : `a score of ${line.toFixed(2)} or more (${by})`,
  );
  return `For the target of ${target} %: ${passes.join(' or ')} passes`;
}

function Targets({ table }: { table: AgeErrorTable }) {
  const years = (gate: number, place: Measured, target: AgeTarget) => {
    const policy = { target, floorYears: 0, defaultYears: 0 };
    const margin = marginOf(table, { gate, place }, policy);
    return margin.isReached ? margin.years : 'none';
  };
  const rows = GATES.map((gate) => [
    gate,
    ...AGE_TARGETS.flatMap((target) =>
      MEASURED.map((place) => (gate <= table.limits.gate ? 'none' : years(gate, place, target))),
    ),
  ]);
  return (
    <section>
      <h2>Which margin it takes</h2>
      <Table
        name="targets"
        caption={`Years above the age asked for, so that at most 5, 2 or 1 % of people up to five years too young pass: on a device, and at the edge by both nets.${table.head === undefined ? '' : ' Where the age head decides, the same shares are its own.'}`}
        head={[
          'Age asked for',
          ...AGE_TARGETS.flatMap((target) => MEASURED.map((place) => `${target} %, ${place}`)),
        ]}
        rows={rows}
      />
      <p>
        An estimate cannot serve ages up to {table.limits.gate}: {percent(table.limits.passed)} of
        people from {agesText(table.limits.ages)} passed there, and the rest was too close to tell.
      </p>
    </section>
  );
}
