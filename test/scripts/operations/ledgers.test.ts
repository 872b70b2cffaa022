// Backing up and restoring the ledgers: parts, interruptions, and the service's responses.
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readManifest } from '../../../scripts/operations/backup/folder.ts';
import { restoreLedgers } from '../../../scripts/operations/backup/restore-ledgers.ts';
import { writeBackup } from '../../../scripts/operations/backup/write-backup.ts';
import {
  hasLedgers,
  writeLedgers,
  type ReadPart,
} from '../../../scripts/operations/backup/write-ledgers.ts';
import { withLedgersLink } from '../../../scripts/operations/ledgers/link.ts';
import { openLedgerService } from '../../../scripts/operations/ledgers/ledger-calls.ts';
import { fill, insert, NOW, queryOf } from './filled-database.ts';

/** Parts so small that a backup has several of them. */
const PARTS = { now: () => NOW, partBytes: 2_000 };
/** U+2028, which some readers treat as a line break although JSON does not. */
const ODD = 'a\u2028b';

let database: DatabaseSync;
let folder: string;
let backup: string;
/** The rows of each volume, keyed by the volume's path. */
let volumes: Map<string, string[]>;

const lineOf = (id: string, n: number): string =>
  JSON.stringify({ table: 'events', row: { id: `${id}-${n}`, body: ODD } });

beforeEach(async () => {
  database = await fill();
  database.exec('DELETE FROM ledger_volumes');
  insert(database, 'tenants', { id: 'ten_2', name: 'Quarry' });
  volumes = new Map();
  const listed: [string, number, number, number][] = [
    ['ten_1', 0, 1, 90],
    ['ten_1', 1, 1, 0],
    ['ten_1', 1, 2, 7],
    ['ten_2', 0, 1, 30],
    ['ten_2', 0, 2, 0],
  ];
  for (const [tenant, isTest, number, rows] of listed) {
    insert(database, 'ledger_volumes', { tenant_id: tenant, test: isTest, number });
    const path = `${tenant}/${isTest === 1 ? 'test' : 'live'}/${number}`;
    volumes.set(
      path,
      Array.from({ length: rows }, (_one, n) => lineOf(path, n)),
    );
  }
  // This volume's customer no longer exists, so nobody could read the volume.
  insert(database, 'ledger_volumes', { tenant_id: 'ten_gone', test: 0, number: 1 });
  folder = mkdtempSync(join(tmpdir(), 'agate-ledgers-'));
  backup = join(folder, 'backup');
  await writeBackup(queryOf(database), backup, { now: () => NOW });
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Reads ten rows at a time. */
const read: ReadPart = async (volume, after) => {
  const rows = volumes.get(volume);
  if (rows === undefined) throw new Error(`There is no ${volume}.`);
  const start = Number(after ?? 0);
  const end = start + 10;
  return { lines: rows.slice(start, end), next: end >= rows.length ? null : String(end) };
};

/** A restore target that, like the service, leaves existing rows unchanged. */
function newTarget() {
  const restored = new Map<string, Set<string>>();
  const restore = async (volume: string, lines: readonly string[]) => {
    const rows = restored.get(volume) ?? new Set();
    restored.set(volume, rows);
    const before = rows.size;
    for (const line of lines) rows.add(line);
    return { added: rows.size - before, left: lines.length - (rows.size - before) };
  };
  const content = () => new Map(Array.from(restored, ([volume, rows]) => [volume, [...rows]]));
  return { restore, content };
}

const filled = () => new Map([...volumes].filter(([, rows]) => rows.length > 0));

describe('a backup of ledgers', () => {
  test('counts rows as its restore does: without the state of a volume, which precedes its rows', async () => {
    const state = JSON.stringify({ table: 'state', row: { sealed: 0 } });
    for (const rows of filled().values()) rows.unshift(state);
    const { rows } = await writeLedgers(queryOf(database), read, backup, PARTS);
    expect(rows).toBe(127);
    const { content, restore } = newTarget();
    await restoreLedgers(backup, restore);
    expect(content()).toEqual(filled());
  });

  test('is restored unchanged, and a repeat adds nothing', async () => {
    const {
      parts,
      rows,
      ended_at: endedAt,
    } = await writeLedgers(queryOf(database), read, backup, PARTS);
    expect(parts.length).toBeGreaterThan(3);
    expect(parts[0]?.file).toBe('ledger-0001.jsonl');
    expect(rows).toBe(127);
    expect(endedAt).toBeDefined();
    const target = newTarget();
    expect(await restoreLedgers(backup, target.restore)).toEqual({ added: 127, left: 0 });
    expect(target.content()).toEqual(filled());
    expect(await restoreLedgers(backup, target.restore)).toEqual({ added: 0, left: 127 });
    expect(readFileSync(join(backup, 'ledger-0001.jsonl'), 'utf8')).toContain(ODD);
  });

  test('continues after an interruption at any read, and contains each row once', async () => {
    for (let failing = 1, isDone = false; !isDone; failing += 1) {
      let reads = 0;
      const failingRead: ReadPart = (...which) => {
        reads += 1;
        if (reads === failing) throw new Error('The service could not be reached.');
        return read(...which);
      };
      isDone = await writeLedgers(queryOf(database), failingRead, backup, PARTS).then(
        () => true,
        () => false,
      );
      expect(readdirSync(backup).join()).not.toContain('partial');
    }
    const lines = readdirSync(backup)
      .filter((file) => file.endsWith('.jsonl'))
      .flatMap((file) => readFileSync(join(backup, file), 'utf8').trimEnd().split('\n'))
      .filter((line) => !line.startsWith('{"volume"'));
    expect(lines).toEqual([...volumes.values()].flat());
  });

  test('says that ledgers are missing until they are complete', async () => {
    const isComplete = () => hasLedgers(readManifest(backup)!);
    expect(readManifest(backup)?.ledgers).toBe(false);
    expect(isComplete()).toBe(false);
    await expect(restoreLedgers(backup, newTarget().restore)).rejects.toThrow('has no ledgers');
    const interrupted = writeLedgers(queryOf(database), read, backup, {
      ...PARTS,
      onPart: () => {
        throw new Error('interrupted');
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    expect(isComplete()).toBe(false);
    await expect(restoreLedgers(backup, newTarget().restore)).rejects.toThrow('not complete');
    await writeLedgers(queryOf(database), read, backup, PARTS);
    expect(isComplete()).toBe(true);
    // A repeated call reads nothing.
    await writeLedgers(queryOf(database), () => Promise.reject(new Error('no')), backup, PARTS);
  });

  test('comes after the whole database', async () => {
    const manifest = { ...readManifest(backup), ended_at: undefined };
    writeFileSync(join(backup, 'backup.json'), JSON.stringify(manifest));
    await expect(writeLedgers(queryOf(database), read, backup, PARTS)).rejects.toThrow(
      'does not have the complete database',
    );
  });

  test('of a database without volumes, or of before the ledgers, is complete and empty', async () => {
    database.exec('DROP TABLE ledger_volumes');
    expect(await writeLedgers(queryOf(database), read, backup, PARTS)).toMatchObject({
      rows: 0,
      parts: [],
    });
    expect(hasLedgers(readManifest(backup)!)).toBe(true);
  });
});

test.each([
  ['changed', () => appendFileSync(join(backup, 'ledger-0002.jsonl'), '{}\n'), 'not what was'],
  ['missing', () => rmSync(join(backup, 'ledger-0002.jsonl')), 'is missing'],
])('a restore writes nothing when a part is %s', async (_name, damage, fault) => {
  await writeLedgers(queryOf(database), read, backup, PARTS);
  damage();
  const target = newTarget();
  await expect(restoreLedgers(backup, target.restore)).rejects.toThrow(fault);
  expect(target.content().size).toBe(0);
});

describe('the service', () => {
  /** A service that returns these responses, one after another. */
  function answering(...answers: (Response | Error)[]) {
    const asked: Request[] = [];
    const service = openLedgerService('https://verify.example.test', {
      fetchService: async (url, init) => {
        asked.push(new Request(url, init));
        const answer = answers.shift() ?? new Error('fetch failed');
        if (answer instanceof Error) throw answer;
        return answer;
      },
      wait: async () => {},
    });
    return { service, asked };
  }

  test('is asked with the token, and again after a failure that passes', async () => {
    const { service, asked } = answering(
      new Error('fetch failed'),
      new Response('busy', { status: 503 }),
      new Response('{"table":"events","row":{}}\n{"next":"events:1"}\n'),
    );
    expect(await service.read('xlc_1', 'ten_1/live/1', 'events:0')).toEqual({
      lines: ['{"table":"events","row":{}}'],
      next: 'events:1',
    });
    expect(asked).toHaveLength(3);
    expect(asked[0]?.url).toBe(
      'https://verify.example.test/readyz/ledgers/ten_1/live/1?after=events:0',
    );
    expect(asked[0]?.headers.get('Authorization')).toBe('Bearer xlc_1');
  });

  test('is not believed when its answer was cut off', async () => {
    const { service } = answering(new Response('{"table":"events","row":{}}\n'));
    await expect(service.read('xlc_1', 'ten_1/live/1', null)).rejects.toThrow('whole part');
  });

  test('that refuses is quoted', async () => {
    const refused = {
      success: false,
      error: { code: 'NOT_FOUND', message: 'There is nothing here.' },
    };
    const { service, asked } = answering(Response.json(refused, { status: 404 }));
    await expect(service.restore('xlc_1', 'ten_1/live/1', ['{}'])).rejects.toThrow(
      'did not copy a ledger: 404 There is nothing here. It must be the service of this database',
    );
    expect(asked[0]?.method).toBe('POST');
    expect(await asked[0]?.text()).toBe('{}\n');
  });

  test('that is not there says so', async () => {
    const { service } = answering();
    expect(await service.answers()).toBe(false);
    await expect(service.read('xlc_1', 'ten_1/live/1', null)).rejects.toThrow(
      'could not be reached: fetch failed',
    );
  });
});

test('a link is in the database as a hash, for some hours, and is gone after the run', async () => {
  const links = () =>
    database.prepare('SELECT kind, token_hash, expires_at_ms FROM deployment_links').all();
  const run = withLedgersLink(queryOf(database), NOW, async (token) => {
    expect(links()).toEqual([
      {
        kind: 'ledgers',
        token_hash: expect.stringMatching(/^[\da-f]{64}$/),
        expires_at_ms: NOW + 6 * 3_600_000,
      },
    ]);
    expect(token).toMatch(/^xlc_[\w-]{43}$/);
    throw new Error('interrupted');
  });
  await expect(run).rejects.toThrow('interrupted');
  expect(links()).toEqual([]);
});
