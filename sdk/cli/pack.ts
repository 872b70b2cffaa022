// `agate pack` verifies the signature of an evidence pack, and checks that its files match the
// signed content.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { verifySigned, type ReceiptKeys } from '../src/receipts.ts';
import { AgateConnectionError, ReceiptVerificationError } from '../src/errors.ts';
import { readArguments } from './arguments.ts';
import { readZip } from './read-zip.ts';
import { CommandError, tell, UsageError, type Terminal } from './terminal.ts';

export const PACK_HELP = `agate pack verify <zip> [--jwks <file>] [--issuer <url>]

Checks that an evidence pack is as its service signed it: the signature, every file, none missing and none added.

  --jwks <file>    keys that you saved, of /.well-known/receipt-keys.json: nobody is asked
  --issuer <url>   the service that it must be of, such as https://verify.example.com

Without --jwks the keys are fetched from the service: from the one that --issuer names, else from the one that the pack names, which
anybody can make it name.`;

export const PACK_VERBS = ['verify'];

const TYPE = 'agate-pack+jwt';
const SIGNATURE = 'signature.jws';

interface PackStatement {
  iss: string;
  sub: string;
  jurisdiction: string;
  from: string;
  to: string;
  files: { name: string; sha256: string }[];
}

/** @throws UsageError; CommandError when the pack differs from what was signed */
export async function pack(args: readonly string[], terminal: Terminal): Promise<void> {
  const [verb, ...rest] = args;
  if (verb !== 'verify')
    throw new UsageError('pack what? verify, such as `agate pack verify evidence.zip`.');
  const { values, positionals } = readArguments(
    rest,
    { jwks: { type: 'string' }, issuer: { type: 'string' } },
    { most: 1, what: 'zip' },
  );
  const [path] = positionals;
  if (path === undefined) throw new UsageError('Which pack? agate pack verify evidence.zip');
  const files = openZip(await readBytes(path));
  const jwks = values.jwks === undefined ? undefined : await readKeys(values.jwks);
  const statement = await verifyStatement(files, { jwks, issuer: values.issuer });
  compareFiles(files, statement);
  const { iss, sub, jurisdiction, from, to } = statement;
  tell(
    terminal,
    { ok: true, ...statement },
    `The pack is as ${iss} signed it: ${statement.files.length} files, ${jurisdiction}, ${from} to ${to}, of ${sub}.`,
  );
  if (jwks === undefined && values.issuer === undefined && !terminal.json)
    terminal.note(
      `The keys were fetched from ${iss}, which the pack itself names. Check that this is the service that you expect.`,
    );
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch {
    throw new CommandError(`${path} cannot be read.`);
  }
}

async function readKeys(path: string): Promise<ReceiptKeys> {
  const text = new TextDecoder().decode(await readBytes(path));
  try {
    const parsed = JSON.parse(text) as Partial<ReceiptKeys> | null;
    if (Array.isArray(parsed?.keys)) return parsed as ReceiptKeys;
  } catch {
    // The file is not JSON, so it is handled below like a file without keys.
  }
  throw new CommandError(
    `${path} has no keys: save /.well-known/receipt-keys.json of the service.`,
  );
}

function openZip(bytes: Uint8Array): Map<string, Uint8Array> {
  try {
    return readZip(bytes);
  } catch {
    throw new CommandError('This is not an evidence pack: it cannot be opened as a zip.');
  }
}

async function verifyStatement(
  files: ReadonlyMap<string, Uint8Array>,
  { jwks, issuer }: { jwks: ReceiptKeys | undefined; issuer: string | undefined },
): Promise<PackStatement> {
  const signature = files.get(SIGNATURE);
  if (signature === undefined)
    throw new CommandError(`This is not an evidence pack: it has no ${SIGNATURE}.`);
  const jws = new TextDecoder().decode(signature).trim();
  const from = issuer ?? issuerOf(jws);
  try {
    const signed = await verifySigned(jws, TYPE, jwks ?? from);
    const statement = signed as PackStatement;
    if (issuer !== undefined && statement.iss !== issuer.replace(/\/+$/, ''))
      throw new CommandError(`The pack is from another service: ${statement.iss}.`);
    return statement;
  } catch (error) {
    if (error instanceof ReceiptVerificationError)
      throw new CommandError(error.message.replace('a receipt', 'an evidence pack'));
    if (error instanceof AgateConnectionError)
      throw new CommandError(
        `The keys of ${from} cannot be fetched: save them, and name them with --jwks.`,
      );
    throw error;
  }
}

/** @returns the issuer that the pack states, before the pack has been verified */
function issuerOf(jws: string): string {
  try {
    const [, payload = ''] = jws.split('.');
    const { iss } = JSON.parse(String(Buffer.from(payload, 'base64url'))) as { iss?: unknown };
    if (typeof iss === 'string' && /^https?:\/\//.test(iss)) return iss;
  } catch {
    // The payload cannot be read, so the pack is handled below like one that states no issuer.
  }
  throw new CommandError('This is not an evidence pack: its signature cannot be read.');
}

function compareFiles(
  files: ReadonlyMap<string, Uint8Array>,
  { files: signed }: PackStatement,
): void {
  for (const { name, sha256 } of signed) {
    const bytes = files.get(name);
    if (bytes === undefined) throw new CommandError(`${name} is missing.`);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      throw new CommandError(`${name} was changed after it was signed.`);
  }
  const names = new Set(signed.map(({ name }) => name));
  const added = [...files.keys()].find((name) => name !== SIGNATURE && !names.has(name));
  if (added !== undefined) throw new CommandError(`${added} was added: it is not signed.`);
}
