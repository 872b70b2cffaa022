// Chooses the namespace for a customer's objects by the customer's residency (D-172). A named
// object must always be addressed with the same residency, because in a jurisdiction the same name
// refers to a different object. An id from newUniqueId includes its jurisdiction.
import type { Residency } from '../domain/terms/residency.ts';

/** Creates and addresses the objects of a namespace for one residency. */
interface Residence<T extends Rpc.DurableObjectBranded> {
  /** @returns the id of a new object: 64 hex digits, accepted by any namespace of its class */
  newId(): string;
  byName(name: string): DurableObjectStub<T>;
}

/**
 * Addresses objects in the jurisdiction of a residency. The local runtime has no jurisdictions and
 * throws, so there the residency becomes part of the object's name: even locally, an object that is
 * addressed without its residency is a different object.
 * @param isLocal whether the service runs on a developer's machine (LOCAL). Anywhere else the
 *   platform's error is not caught, because EU data must not leave the EU unnoticed
 * @throws whatever the platform throws about a jurisdiction
 */
export function resideIn<T extends Rpc.DurableObjectBranded>(
  namespace: DurableObjectNamespace<T>,
  residency: Residency,
  isLocal: boolean,
): Residence<T> {
  const isStandIn = residency !== 'none' && isLocal;
  const place = residency === 'none' || isLocal ? namespace : namespace.jurisdiction(residency);
  const named = (name: string): string => (isStandIn ? `${residency}:${name}` : name);
  return {
    newId: () => place.newUniqueId().toString(),
    byName: (name) => place.get(place.idFromName(named(name))),
  };
}

/** A namespace whose objects belong to customers. */
export type Resided<T extends Rpc.DurableObjectBranded> = (residency: Residency) => Residence<T>;

/**
 * Whether LOCAL is set. Durable objects use this, because they do not read the whole configuration.
 * The service refuses to run with LOCAL anywhere but on a developer's machine (config.ts).
 */
export const runsLocally = (env: object): boolean => Reflect.get(env, 'LOCAL') === 'true';

/** @param isLocal see resideIn */
export const residing =
  <T extends Rpc.DurableObjectBranded>(
    namespace: DurableObjectNamespace<T>,
    isLocal: boolean,
  ): Resided<T> =>
  (residency) =>
    resideIn(namespace, residency, isLocal);
