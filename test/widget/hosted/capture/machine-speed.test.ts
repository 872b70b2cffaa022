import { describe, expect, it } from 'vitest';
import { MachineSpeed } from '../../../../widget/hosted/capture/machine-speed.ts';
import { DetectionCadence } from '../../../../widget/hosted/engine/detection-cadence.ts';

function runAt(speed: MachineSpeed, perSecond: number, fromMs: number, seconds: number): number {
  let nowMs = fromMs;
  for (; nowMs < fromMs + seconds * 1000; nowMs += 1000 / perSecond) speed.see(nowMs, true);
  return nowMs;
}

describe('machine speed', () => {
  it.each([
    [30, false, false],
    [12, false, false],
    [8, true, false],
    [4, true, true],
  ])('at %i pictures per second: slow %s, too slow %s', (rate, isSlow, isTooSlow) => {
    const speed = new MachineSpeed();
    runAt(speed, rate, 0, 4);
    expect(speed.perSecond).toBeCloseTo(rate, 0);
    expect([speed.isSlow, speed.isTooSlow]).toEqual([isSlow, isTooSlow]);
  });

  it('ignores the first pictures', () => {
    const speed = new MachineSpeed();
    runAt(speed, 3, 0, 1);
    expect([speed.perSecond, speed.isSlow, speed.isTooSlow]).toEqual([undefined, false, false]);
  });

  it('returns to full speed only when there is ample reserve', () => {
    const speed = new MachineSpeed();
    let nowMs = runAt(speed, 8, 0, 4);
    nowMs = runAt(speed, 12, nowMs, 4);
    expect(speed.isSlow).toBe(true);
    runAt(speed, 20, nowMs, 4);
    expect(speed.isSlow).toBe(false);
  });

  it('does not count the search for a face towards the machine’s speed', () => {
    const speed = new MachineSpeed();
    for (let nowMs = 0; nowMs < 5_000; nowMs += 250) speed.see(nowMs, false);
    expect(speed.isSlow).toBe(false);
  });

  it('does not count the time while the page was hidden', () => {
    const speed = new MachineSpeed();
    const nowMs = runAt(speed, 30, 0, 3);
    speed.reset();
    runAt(speed, 30, nowMs + 60_000, 3);
    expect(speed.isSlow).toBe(false);
  });
});

describe('detection cadence', () => {
  const cadenceOf = (followMs: number, detectMs: number) => {
    const cadence = new DetectionCadence();
    for (let i = 0; i < 12; i++) {
      cadence.note(followMs, false);
      cadence.note(followMs + detectMs, true);
    }
    return cadence.every;
  };

  it.each([
    ['a quick machine, every other picture', 8, 8, 2],
    ['one that can just afford it, too', 22, 22, 2],
    ['a busy one, every third picture', 30, 30, 3],
    ['one that lags behind the camera, too', 60, 60, 3],
    ['a slow one, rarely', 100, 100, 8],
  ])('checks for other faces: %s', (_, followMs, detectMs, every) => {
    expect(cadenceOf(followMs, detectMs)).toBe(every);
  });

  it('begins with every third picture', () => {
    expect(new DetectionCadence().every).toBe(3);
  });

  it('does not change after a single slow picture', () => {
    const cadence = new DetectionCadence();
    for (let i = 0; i < 12; i++) {
      cadence.note(8, false);
      cadence.note(16, true);
    }
    cadence.note(400, false);
    cadence.note(900, true);
    expect(cadence.every).toBe(2);
  });
});
