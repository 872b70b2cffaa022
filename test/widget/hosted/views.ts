// A session as the server returns it to the page.
import type { SessionView } from '../../../widget/hosted/requests/wire.ts';

/**
 * Creates a session view: by default, a running session on the welcome page, on the computer that
 * opened it.
 */
export function makeView(over: Partial<SessionView> = {}): SessionView {
  return {
    id: 's1',
    status: 'in_progress',
    test: false,
    step: 'consent',
    site: { name: 'Shop', host: 'shop.example' },
    request: { purpose: 'age_verification', mode: 'auto', gate: 18 },
    privacy: {
      notice: '1',
      controller: 'Shop',
      operator: 'Agate',
      retention_days: 30,
      path: '/privacy?tenant=ten_1',
      scopes: ['face'],
    },
    ways: { order: ['pass', 'key', 'account', 'wallet', 'face', 'document'] },
    theme: 'system',
    locale: 'en',
    attempts_left: { liveness: 3, age: 2 },
    device: 'computer',
    active: true,
    extensions_left: 3,
    expires_in_ms: 900_000,
    ...over,
  };
}

export function makeHandoff(
  state: 'offered' | 'joined' | 'confirmed',
): NonNullable<SessionView['handoff']> {
  return {
    state,
    code: '0427',
    tries_left: 3,
    computer: 'Chrome, Windows',
    offered_ms_ago: 1_000,
  };
}
