import { afterEach, expect, test, vi } from 'vitest';
import { LIFETIMES, type Config } from '../../../src/config/config.ts';
import { Memory } from '../../../src/domain/terms/memory.ts';

afterEach(() => void vi.restoreAllMocks());

/** Creates a clock, a configuration, and a count of reads from the store. */
function makeWorld() {
  const world = {
    nowMs: 0,
    reads: 0,
    ctx: { config: {} as Config, now: () => world.nowMs },
    read: (value: string) => async () => {
      world.reads += 1;
      return { value };
    },
    fail: async () => {
      world.reads += 1;
      throw new Error('away');
    },
  };
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  return world;
}

const RULES = { name: 'things', freshMs: 1_000, most: 3 };

test('a value is read once while it is fresh', async () => {
  const memory = new Memory<string>(RULES);
  const { ctx, read } = makeWorld();
  expect(await memory.read(ctx, 'a', read('1'))).toBe('1');
  expect(await memory.read(ctx, 'a', read('2'))).toBe('1');
  memory.forget(ctx, 'a');
  expect(await memory.read(ctx, 'a', read('3'))).toBe('3');
});

test('a stale value is used only after failed reads, and for ten minutes', async () => {
  const memory = new Memory<string>(RULES);
  const world = makeWorld();
  await memory.read(world.ctx, 'a', world.read('1'));
  world.nowMs = 1_000;
  expect(await memory.read(world.ctx, 'a', world.fail)).toBe('1');
  world.nowMs = 1_000 + LIFETIMES.staleMs - 1;
  expect(await memory.read(world.ctx, 'a', world.fail)).toBe('1');
  expect(world.reads).toBe(3);
  world.nowMs += 1;
  await expect(memory.read(world.ctx, 'a', world.fail)).rejects.toThrow('away');
});

test('a read that finds nothing forgets the remembered value', async () => {
  const memory = new Memory<string>(RULES);
  const world = makeWorld();
  await memory.read(world.ctx, 'a', world.read('1'));
  world.nowMs = 1_000;
  expect(await memory.read(world.ctx, 'a', async () => undefined)).toBeUndefined();
  await expect(memory.read(world.ctx, 'a', world.fail)).rejects.toThrow('away');
});

test('the oldest value is dropped first, so that a flood of new values does not empty the memory at once', async () => {
  const memory = new Memory<string>(RULES);
  const world = makeWorld();
  for (const key of ['a', 'b', 'c', 'd']) await memory.read(world.ctx, key, world.read(key));
  world.reads = 0;
  for (const key of ['b', 'c', 'd']) await memory.read(world.ctx, key, world.read('again'));
  expect(world.reads).toBe(0);
  expect(await memory.read(world.ctx, 'a', world.read('again'))).toBe('again');
});

test('a value that is no longer usable is read again, and never used stale', async () => {
  const memory = new Memory<string>({ ...RULES, serves: (value) => value !== 'bad' });
  const world = makeWorld();
  await memory.read(world.ctx, 'a', world.read('bad'));
  expect(await memory.read(world.ctx, 'a', world.read('good'))).toBe('good');
});

/** Creates a world whose requests can do deferred work. */
function makeBusyWorld() {
  const world = makeWorld();
  const deferred: Promise<unknown>[] = [];
  const ctx = { ...world.ctx, defer: (work: Promise<unknown>) => void deferred.push(work) };
  const settle = async () => {
    await Promise.all(deferred.splice(0));
  };
  return Object.assign(world, { ctx, settle });
}

test('a value in use is refreshed in the background, once, after half of its lifetime', async () => {
  const memory = new Memory<string>(RULES);
  const world = makeBusyWorld();
  const at = (nowMs: number, value: string) => {
    world.nowMs = nowMs;
    return memory.read(world.ctx, 'a', world.read(value));
  };
  await at(0, '1');
  expect(await at(499, '2')).toBe('1');
  expect(world.reads).toBe(1);
  expect(await Promise.all([at(500, '3'), at(500, '4')])).toEqual(['1', '1']);
  await world.settle();
  expect(world.reads).toBe(2);
  expect(await at(1_400, '5')).toBe('3');
  await world.settle();
  // The renewed value stays fresh for as long as any other value, counted from when it was read.
  expect(await at(2_399, '6')).toBe('5');
});

test('a failed refresh keeps the value until its lifetime ends', async () => {
  const memory = new Memory<string>(RULES);
  const world = makeBusyWorld();
  await memory.read(world.ctx, 'a', world.read('1'));
  world.nowMs = 900;
  expect(await memory.read(world.ctx, 'a', world.fail)).toBe('1');
  await world.settle();
  world.nowMs = 1_000;
  expect(await memory.read(world.ctx, 'a', world.read('2'))).toBe('2');
});

test('a refresh that finds nothing forgets the remembered value', async () => {
  const memory = new Memory<string>(RULES);
  const world = makeBusyWorld();
  await memory.read(world.ctx, 'a', world.read('1'));
  world.nowMs = 600;
  await memory.read(world.ctx, 'a', async () => undefined);
  await world.settle();
  expect(await memory.read(world.ctx, 'a', async () => undefined)).toBeUndefined();
});

test('a refresh does not restore a value that was forgotten meanwhile', async () => {
  const memory = new Memory<string>(RULES);
  const world = makeBusyWorld();
  await memory.read(world.ctx, 'a', world.read('before'));
  world.nowMs = 600;
  let answer: (found: { value: string }) => void = () => undefined;
  await memory.read(world.ctx, 'a', () => new Promise((resolve) => (answer = resolve)));
  memory.forget(world.ctx, 'a');
  answer({ value: 'before' });
  await world.settle();
  expect(await memory.read(world.ctx, 'a', world.read('after'))).toBe('after');
});
