// A customer's objects are addressed in that customer's jurisdiction (D-172). The local runtime has
// no jurisdictions, so fake namespaces record how they are used.
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createContext, type Context } from '../../src/context.ts';
import type { Ledger } from '../../src/objects/ledger/ledger.ts';
import { resideIn } from '../../src/objects/residence.ts';
import { NAMESPACES, replaceMethods } from '../support/faults/faulty-env.ts';

/**
 * A fake namespace of Durable Objects. Its ids and stubs are strings that contain their name and
 * jurisdiction.
 */
class Platform {
  readonly places: string[] = [];
  readonly namespace = this.#within('anywhere');

  #within(place: string): DurableObjectNamespace<Ledger> {
    return {
      jurisdiction: (wanted: string) => {
        this.places.push(wanted);
        return this.#within(wanted);
      },
      newUniqueId: () => `new in ${place}`,
      idFromName: (name: string) => `${name} in ${place}`,
      get: (id: string) => id,
    } as unknown as DurableObjectNamespace<Ledger>;
  }
}

const broken = replaceMethods(new Platform().namespace, (name) =>
  name === 'jurisdiction'
    ? () => {
        throw new Error('Jurisdiction restrictions are not available.');
      }
    : undefined,
);

describe('on the platform', () => {
  it('objects of a customer in the EU are made and named in that jurisdiction alone', () => {
    const platform = new Platform();
    const eu = resideIn(platform.namespace, 'eu', false);
    expect([eu.newId(), eu.byName('ten_1:live')]).toEqual(['new in eu', 'ten_1:live in eu']);
    expect(platform.places).toEqual(['eu']);
  });

  it('other objects are not restricted', () => {
    const platform = new Platform();
    const none = resideIn(platform.namespace, 'none', false);
    expect([none.newId(), none.byName('ten_1:live')]).toEqual([
      'new in anywhere',
      'ten_1:live in anywhere',
    ]);
    expect(platform.places).toEqual([]);
  });

  it('a jurisdiction that fails is fatal: nothing is addressed elsewhere instead', () => {
    expect(() => resideIn(broken, 'eu', false)).toThrow('not available');
    expect(resideIn(broken, 'none', false).newId()).toBe('new in anywhere');
  });

  it('a residency that this version does not know is fatal too', () => {
    const real = env.LEDGER;
    expect(() => resideIn(real, 'mars' as never, false)).toThrow('urisdiction');
  });
});

describe('on a developer’s machine', () => {
  it('the runtime has no jurisdictions', () => {
    expect(() => env.LEDGER.jurisdiction('eu')).toThrow('not implemented in workerd');
  });

  it('names stand in for jurisdictions, so that the wrong residency finds another object', () => {
    const eu = resideIn(broken, 'eu', true);
    expect([eu.newId(), eu.byName('ten_1:live')]).toEqual([
      'new in anywhere',
      'eu:ten_1:live in anywhere',
    ]);
    const none = resideIn(broken, 'none', true);
    expect(none.byName('ten_1:live')).toBe('ten_1:live in anywhere');
  });
});

/** The context of a deployed service, in which every namespace is the given one. */
function deployed(namespace: DurableObjectNamespace<Ledger>): Context {
  const namespaces = Object.fromEntries(NAMESPACES.map((name) => [name, namespace]));
  const vars = { LOCAL: undefined, BASE_URL: 'https://verify.example.com' };
  const bindings = { ...env, ...namespaces, ...vars } as unknown as Env;
  return createContext(bindings, { waitUntil: () => undefined });
}

type Objects = Context['objects'];

/** Functions that create or address an object with data of a customer's visitors. */
const CUSTOMERS: [string, (objects: Objects) => unknown][] = [
  ['a session', (objects) => objects.newSessionId('eu')],
  ['a grant', (objects) => objects.newGrantId('eu')],
  ['an idempotency record', (objects) => objects.idempotencyRecord('eu', 'x')],
  ['an attempt count', (objects) => objects.attemptCount('eu', 'x')],
  ['a block list', (objects) => objects.blockList('eu', 'x')],
  ['a picture ledger', (objects) => objects.pictureLedger('eu', 'x')],
  ['a ledger', (objects) => objects.ledger('eu', 'x')],
];

describe.each(CUSTOMERS)('%s of a deployed service', (_name, address) => {
  it('is in the EU for a customer that resides there', () => {
    expect(address(deployed(new Platform().namespace).objects)).toMatch(/ in eu$/);
  });

  it('is nowhere when the platform refuses', () => {
    expect(() => address(deployed(broken).objects)).toThrow('not available');
  });
});
