// `npm run audit:verify`: reads the whole audit log, recomputes its hash chain and reports whether any entry was
// modified, removed or inserted. Store the printed head elsewhere to detect truncation later.
import { parseArgs } from 'node:util';
import {
  CHAIN_START,
  checkChain,
  type AuditLink,
  type AuditRow,
} from '../src/domain/audit/chain.ts';
import { query } from './database.ts';

const PER_READ = 2_000;

const { values } = parseArgs({
  options: { remote: { type: 'boolean', default: false }, head: { type: 'string' } },
});

/** @throws Error with the first invalid entry */
async function verifyAudit(remote: boolean, keptHead: string | undefined): Promise<string> {
  const [, keptId, keptHash] = /^(\d+):([0-9a-f]{64})$/.exec(keptHead ?? '') ?? [];
  if (keptHead !== undefined && keptHash === undefined)
    throw new Error('--head reads <id>:<hash>, as an earlier run printed it.');
  let [lastId, head, count, keptSeen] = [0, CHAIN_START, 0, keptHash === undefined];
  for (;;) {
    const links = readLinks(lastId, remote);
    if (links.length === 0) break;
    const newestId = links.at(-1)?.entry_id ?? lastId;
    const entries = readEntries(lastId, newestId, remote);
    const unlinked = entries.find(({ id }) => !links.some((link) => link.entry_id === id));
    if (unlinked !== undefined) throw new Error(`Entry ${unlinked.id} was put in later.`);
    const byId = new Map(entries.map((entry) => [entry.id, entry]));
    const check = await checkChain(head, links, byId);
    if (!check.ok) throw new Error(`Entry ${check.entryId} was ${check.fault}.`);
    keptSeen ||= links.some((link) => String(link.entry_id) === keptId && link.hash === keptHash);
    [lastId, head, count] = [newestId, check.head, count + links.length];
  }
  if (!keptSeen)
    throw new Error('The kept head is not in the chain: its end was cut off or rewritten.');
  return `${count} entries are as they were written. Head: ${lastId}:${head}`;
}

const readLinks = (afterId: number, remote: boolean): AuditLink[] =>
  query<AuditLink>(
    `SELECT entry_id, hash FROM audit_links WHERE entry_id > ${afterId} ORDER BY entry_id LIMIT ${PER_READ};`,
    remote,
  );

const readEntries = (afterId: number, untilId: number, remote: boolean): AuditRow[] =>
  query<AuditRow>(
    `SELECT * FROM audit_entries WHERE id > ${afterId} AND id <= ${untilId} ORDER BY id;`,
    remote,
  );

try {
  console.log(await verifyAudit(values.remote, values.head));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
