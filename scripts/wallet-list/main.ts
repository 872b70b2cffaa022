// `npm run wallet:list -- import FILE`: reads a trust list (ETSI TS 119 612) of issuers of age
// attestations, and adds their certificates as anchors once an operator has confirmed who signs the
// list (D-150). Without the confirmation, it only prints the list's content.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readAnchor } from '../../src/workers/wallet/read-anchor.ts';
import { execute, query, quote } from '../database.ts';
import {
  distrustedSql,
  type ImportedList,
  type ListedAnchor,
  type NewAnchor,
  planImport,
} from './plan.ts';
import { parse, type Signer, verifyList } from './signature.ts';
import { readTrustList, type TrustList } from './trust-list.ts';
import { ListError } from './xml.ts';

const USAGE = `npm run wallet:list -- import FILE [--signer=HEX | --sha256=HEX] [--new-signer] [--remote]

  FILE          the list, or its https address
  --signer      SHA-256 of the certificate that signs it, as its publisher names it: the signature is verified
  --sha256      SHA-256 of the file, where you have verified its signature yourself: here it is not
  --new-signer  the list before was signed by another certificate
  --remote      the deployed database; without it the local one (STATE_DIR, as for npm start)

Without --signer and --sha256 it says what is in the list and who signs it, and changes nothing.`;
const MAX_BYTES = 20 * 1024 * 1024;

interface Wish {
  source: string;
  signer: string | undefined;
  sha256: string | undefined;
  isNewSigner: boolean;
  remote: boolean;
}

/** @throws ListError with the name of the invalid option */
function readWish(): Wish {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      signer: { type: 'string' },
      sha256: { type: 'string' },
      'new-signer': { type: 'boolean', default: false },
      remote: { type: 'boolean', default: false },
    },
  });
  const [command, source, ...rest] = positionals;
  if (command !== 'import' || source === undefined || rest.length > 0)
    throw new ListError('Give the command import and one file.');
  const [signer, sha256] = [readHash('signer', values.signer), readHash('sha256', values.sha256)];
  if (signer !== undefined && sha256 !== undefined)
    throw new ListError('--signer and --sha256 are two ways: choose one.');
  return { source, signer, sha256, isNewSigner: values['new-signer'], remote: values.remote };
}

function readHash(name: string, text: string | undefined): string | undefined {
  const hash = text?.replaceAll(':', '').toLowerCase();
  if (hash !== undefined && !/^[0-9a-f]{64}$/.test(hash))
    throw new ListError(`--${name} must be a SHA-256, in hexadecimal.`);
  return hash;
}

async function readSource(source: string): Promise<Buffer> {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(source)) return readFile(source);
  if (!source.startsWith('https://')) throw new ListError('An address must be https.');
  const response = await fetch(source, { redirect: 'error', signal: AbortSignal.timeout(60_000) });
  if (!response.ok) throw new ListError(`The address answers ${response.status}.`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > MAX_BYTES) throw new ListError('It has more than 20 MiB.');
  return bytes;
}

interface Checked {
  list: TrustList;
  /** The signer of the list; absent when the list's signature has not been verified. */
  signer?: Signer;
}

/**
 * @throws ListError when the file or its signer is not the one that the operator confirmed, or when
 *   the list is invalid
 */
function check(xml: string, fileSha256: string, { signer, sha256 }: Wish): Checked {
  const nowMs = Date.now();
  if (sha256 !== undefined) {
    if (sha256 !== fileSha256) throw new ListError(`The file's SHA-256 is ${fileSha256}.`);
    if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw new ListError('It has a document type declaration.');
    return { list: readTrustList(parse(xml), nowMs) };
  }
  const signed = verifyList(xml);
  if (signer !== undefined && signer !== signed.signer.sha256)
    throw new ListError(
      `It is signed by another certificate: ${signed.signer.subject}, ${signed.signer.sha256}.`,
    );
  return { list: readTrustList(parse(signed.document), nowMs), signer: signed.signer };
}

async function findAnchors({ issuers }: TrustList): Promise<NewAnchor[]> {
  const found: NewAnchor[] = [];
  for (const { name, certificate } of issuers) {
    const read = await readAnchor(certificate);
    if (!read.ok || read.notAfterMs <= Date.now()) {
      console.log(
        `  ${name}: left out, its certificate ${read.ok ? 'has ended' : `is ${read.fault}`}`,
      );
      continue;
    }
    const { sha256, subject, notAfterMs } = read;
    found.push({ name, certificate, sha256, subject, notAfterMs });
  }
  return found;
}

async function importList(wish: Wish): Promise<void> {
  const bytes = await readSource(wish.source);
  const fileSha256 = createHash('sha256').update(bytes).digest('hex');
  const xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const { list, signer } = check(xml, fileSha256, wish);
  console.log(`${list.name}, number ${list.sequenceNumber}, next ${dayOf(list.nextUpdateMs)}`);
  console.log(
    signer === undefined
      ? 'Its signature was not verified: you have confirmed the file.'
      : `Signed by ${signer.subject}, until ${signer.notAfter}\n  SHA-256 ${signer.sha256}`,
  );
  for (const line of list.others) console.log(`  ${line}`);
  const found = await findAnchors(list);
  for (const { name, subject, sha256, notAfterMs } of found)
    console.log(`  ${name}: ${subject}, until ${dayOf(notAfterMs)}\n    ${sha256}`);
  if (found.length === 0) console.log('  No service in it is an issuer that can be trusted today.');
  if (wish.signer === undefined && wish.sha256 === undefined) {
    console.log(
      `\nNothing was changed. Compare the signer's SHA-256 with what the list's publisher names, then add --signer=${signer?.sha256}`,
    );
    return;
  }
  const [before] = query<ImportedList>(
    `SELECT signer_sha256, sequence_number, file_sha256 FROM wallet_trust_lists WHERE name = ${quote(list.name)}`,
    wish.remote,
  );
  const listed = query<ListedAnchor>(
    'SELECT id, sha256, name, list_name FROM wallet_anchors WHERE removed_at_ms IS NULL',
    wish.remote,
  );
  const distrusted = query<{ sha256: string }>(distrustedSql(list.name), wish.remote);
  const plan = planImport({
    distrusted: distrusted.map(({ sha256 }) => sha256),
    list,
    found,
    fileSha256,
    ...(signer && { signerSha256: signer.sha256 }),
    isNewSigner: wish.isNewSigner,
    nowMs: Date.now(),
    ...(before && { before }),
    listed,
  });
  if (!execute(plan.sql, wish.remote)) throw new ListError('The database could not be written.');
  const { added, removed, kept } = plan;
  console.log(`\n${added.length} added, ${removed.length} removed, ${kept} kept.`);
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

try {
  await importList(readWish());
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exitCode = 1;
}
