// The printable pages of an evidence pack: the whole pack in one file, in one language.
import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { EvidencePack } from '../../../domain/operations/evidence-pack/collect-pack.ts';
import { AttackPart, FigurePart, RulePart } from './count-parts.tsx';
import { MethodPart } from './method-part.tsx';
import { packStyle } from './pack-style.ts';
import { Lines, Table, WithCode } from './pack-table.tsx';
import { factsOf, fill, type PackTexts } from './pack-texts.ts';
import {
  CertificatePart,
  ChangePart,
  ContestPart,
  IncidentPart,
  ProcessorPart,
  RetentionPart,
} from './register-parts.tsx';
import { dpiaOf, recordsOf, statementOf } from './statements.ts';

interface Of {
  texts: PackTexts;
  pack: EvidencePack;
}

const SECTIONS: Record<keyof PackTexts['sections'], (of: Of) => Child> = {
  statement: ({ texts, pack }) =>
    statementOf(texts, pack).map(({ title, lines }) => (
      <>
        <h3>{title}</h3>
        <Lines of={lines} />
      </>
    )),
  rules: (of) => <RulePart {...of} />,
  methods: ({ texts, pack }) => <MethodPart texts={texts} methods={pack.methods} />,
  attacks: (of) => <AttackPart {...of} />,
  figures: (of) => <FigurePart {...of} />,
  contests: (of) => <ContestPart {...of} />,
  incidents: (of) => <IncidentPart {...of} />,
  retention: (of) => <RetentionPart {...of} />,
  processors: (of) => <ProcessorPart {...of} />,
  dpia: ({ texts, pack }) =>
    dpiaOf(texts, pack).map(({ title, lines }) => (
      <>
        <h3>{title}</h3>
        <Lines of={lines} />
      </>
    )),
  records: (of) => <RecordPart {...of} />,
  certificates: (of) => <CertificatePart {...of} />,
  changes: (of) => <ChangePart {...of} />,
};

/**
 * Renders the records for the pack's jurisdiction first, then those for other jurisdictions,
 * because some customers hand the pack to several authorities.
 */
function RecordPart({ texts, pack }: Of) {
  const records = recordsOf(texts, pack);
  const tables = (isOwn: boolean) =>
    records
      .filter((one) => one.of_jurisdiction === isOwn)
      .map(({ title, items }) => (
        <Table
          caption={title}
          head={[texts.columns.question, texts.columns.answer]}
          rows={items.map(({ asked, answer }) => [asked, answer])}
        />
      ));
  const [own, others] = [tables(true), tables(false)];
  return (
    <>
      {own.length === 0 ? <p>{texts.captions.no_records}</p> : own}
      {others.length > 0 && <h3>{texts.captions.other_records}</h3>}
      {others}
    </>
  );
}

/** @returns a complete document without external resources */
export async function packPage(texts: PackTexts, pack: EvidencePack): Promise<string> {
  const facts = factsOf(texts, pack);
  const { customer } = pack.about;
  const period = fill(texts.facts.days_utc, facts);
  const leads: Readonly<Record<string, string>> = texts.leads;
  const page = (
    <html lang={texts.language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${texts.title}: ${customer.name}, ${facts['jurisdiction']}, ${period}`}</title>
        <style>{raw(packStyle(texts.mark))}</style>
      </head>
      <body>
        <main>
          <Cover texts={texts} pack={pack} />
          {NAMES.map((name, at) => (
            <section id={name}>
              <h2>
                {at + 1}. {texts.sections[name]}
              </h2>
              <p class="mark">{texts.mark}</p>
              {leads[name] !== undefined && <p>{fill(leads[name], facts)}</p>}
              {SECTIONS[name]({ texts, pack })}
            </section>
          ))}
        </main>
      </body>
    </html>
  );
  return html`<!doctype html>${page}`;
}

const NAMES = Object.keys(SECTIONS) as (keyof PackTexts['sections'])[];

function Cover({ texts, pack }: Of) {
  const facts = factsOf(texts, pack);
  const { about } = pack;
  const labels = texts.facts;
  const named = [
    [labels.customer, `${about.customer.name} (${about.customer.id})`],
    [labels.operator, about.operator],
    [labels.service, `${about.service}, ${about.issuer}`],
    [labels.jurisdiction, facts['jurisdiction']],
    [labels.period, fill(labels.days_utc, facts)],
  ];
  return (
    <header>
      <p class="stamp">{texts.mark}</p>
      <h1>{texts.title}</h1>
      <p class="lead">{fill(texts.lead, facts)}</p>
      <dl>
        {named.map(([name, value]) => (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
      <h2 class="small">{texts.contents}</h2>
      <ol>
        {NAMES.map((name) => (
          <li>
            <a href={`#${name}`}>{texts.sections[name]}</a>
          </li>
        ))}
      </ol>
      <ul>
        {texts.reading.map((line) => (
          <li>
            <WithCode text={fill(line, facts)} />
          </li>
        ))}
      </ul>
    </header>
  );
}
