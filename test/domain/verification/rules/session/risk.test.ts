import { describe, expect, it } from 'vitest';
import { nameBrowser } from '../../../../../src/domain/terms/browser-name.ts';
import {
  noteEvent,
  type FunnelEvent,
} from '../../../../../src/domain/verification/rules/session/funnel.ts';
import {
  assessCamera,
  worseBand,
} from '../../../../../src/domain/verification/rules/session/risk.ts';

const REAL = { virtualLabel: false, repeatedFrames: 0.02, intervalVariation: 0.2 };

describe('assessCamera', () => {
  it.each([
    [REAL, 'low'],
    [{ ...REAL, virtualLabel: true }, 'medium'],
    [{ ...REAL, repeatedFrames: 0.9 }, 'medium'],
    [{ ...REAL, intervalVariation: 0 }, 'medium'],
    [{ ...REAL, virtualLabel: true, repeatedFrames: 0.9 }, 'high'],
    [{ virtualLabel: true, repeatedFrames: 1, intervalVariation: 0 }, 'high'],
  ] as const)('%j → %s', (signals, band) => expect(assessCamera(signals)).toBe(band));

  it('keeps the worst band that a session has reached', () => {
    expect(worseBand(undefined, 'low')).toBe('low');
    expect(worseBand('high', 'low')).toBe('high');
    expect(worseBand('low', 'medium')).toBe('medium');
  });
});

describe('noteEvent', () => {
  it('does not grow without limit', () => {
    let events: readonly FunnelEvent[] = [];
    for (let atMs = 0; atMs < 500; atMs += 1) events = noteEvent(events, { name: 'camera', atMs });
    expect(events).toHaveLength(40);
  });
});

describe('nameBrowser', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko)';
  it.each([
    [`${chrome} Chrome/140.0.0.0 Safari/537.36`, 'Chrome, Windows'],
    [`${chrome} Chrome/140.0.0.0 Safari/537.36 Edg/140.0`, 'Edge, Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari, iOS',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['curl/8', ''],
    ['', ''],
  ])('%s → %s', (userAgent, name) => expect(nameBrowser(userAgent)).toBe(name));
});
