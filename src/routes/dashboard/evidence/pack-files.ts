// The files of an evidence pack, in order: printable pages, a data file for each part, third-party
// certificates, and the signature over all of these files.
import type { Context } from '../../../context.ts';
import type { EvidencePack } from '../../../domain/operations/evidence-pack/collect-pack.ts';
import { signPack, type PackFile } from '../../../domain/operations/evidence-pack/sign-pack.ts';
import { zipOf } from '../../../http/zip.ts';
import { packPage } from './pack-page.tsx';
import { PACK_TEXTS, type PackTexts } from './pack-texts.ts';
import { dpiaOf, recordsOf, statementOf } from './statements.ts';

const SIGNATURE = 'signature.jws';

/**
 * The status stated in every data file and on every printed page. Third-party certificates are
 * included unchanged and do not state it.
 */
const STATUS = 'self-declared, not certified';

/** @returns the archive, byte-identical for the same pack and key */
export async function packArchive(
  ctx: Context,
  pack: EvidencePack,
): Promise<Uint8Array<ArrayBuffer>> {
  const { customer, jurisdiction, period } = pack.about;
  const files = [...(await pagesOf(pack)), ...partsOf(pack), ...pack.certificate_files];
  const about = { tenantId: customer.id, jurisdiction, period };
  const jws = await signPack(ctx, about, files);
  return zipOf([...files, { name: SIGNATURE, bytes: encode(`${jws}\n`) }]);
}

const encode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(new TextEncoder().encode(text));

const pagesOf = (pack: EvidencePack): Promise<PackFile[]> =>
  Promise.all(
    PACK_TEXTS.map(async (texts) => ({
      name: `evidence.${texts.language}.html`,
      bytes: encode(await packPage(texts, pack)),
    })),
  );

function partsOf(pack: EvidencePack): PackFile[] {
  const inEach = <T>(make: (texts: PackTexts) => T) =>
    Object.fromEntries(PACK_TEXTS.map((texts) => [texts.language, make(texts)]));
  const parts: Record<string, unknown> = {
    'practice-statement': inEach((texts) => statementOf(texts, pack)),
    rules: { settings: pack.settings, rules: pack.rules },
    methods: pack.methods,
    attacks: pack.attacks,
    figures: pack.figures,
    contests: pack.contests,
    incidents: pack.incidents,
    retention: pack.retention,
    'sub-processors': pack.sub_processors,
    dpia: inEach((texts) => dpiaOf(texts, pack)),
    records: inEach((texts) => recordsOf(texts, pack)),
    certificates: pack.certificates,
    changes: pack.changes,
  };
  return Object.entries(parts).map(([name, data]) => ({
    name: `${name}.json`,
    bytes: encode(`${JSON.stringify({ status: STATUS, about: pack.about, data }, null, 2)}\n`),
  }));
}
