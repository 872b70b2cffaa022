// The names under which a customer appears to others, and the grounds on which a name that
// resembles someone else's is allowed. Pure.
import { findNameFault, isConfirmable, type NameFault } from '../../terms/name-fault.ts';

/**
 * The kinds of names that others see: the customer's, the controller's, a client's or a staff
 * member's.
 */
export const NAME_PLACES = ['company', 'controller', 'client', 'member'] as const;
type NamePlace = (typeof NAME_PLACES)[number];

export interface ConfirmedName {
  name: string;
  confirmedAtMs: number;
}

/** The grounds for allowing a customer to use a name. */
interface NameGrounds {
  /** Confirmed addresses of active owners. */
  ownerEmails: readonly string[];
  /** Names that operators confirmed, as written. */
  confirmed: readonly string[];
}

/** An unconfirmed name that breaks the rule for names (D-77). */
export interface QuestionedName {
  tenantId: string;
  tenantName: string;
  place: NamePlace;
  /** What has the name: a customer (`ten_…`), a client (`xoc_…`) or a member (the row id). */
  id: string | number;
  name: string;
  fault: NameFault;
}

export interface NamesOfSlice {
  customers: { id: string; name: string; controllerName: string | null }[];
  clients: { id: string; tenantId: string; name: string }[];
  members: { id: number; tenantId: string; name: string; email: string; isOwner: boolean }[];
  confirmed: { tenantId: string; name: string }[];
}

/** Returns the form of a name that is compared with confirmed names: as written, in Unicode NFC. */
export const asConfirmed = (name: string): string => name.normalize('NFC').trim();

/**
 * @returns the fault of a name; undefined when it has none, or when the customer has grounds that
 *   excuse it (D-77)
 */
export function findFaultDespite(
  name: string,
  serviceName: string,
  { ownerEmails, confirmed }: NameGrounds,
): NameFault | undefined {
  const fault = findNameFault(name, serviceName);
  if (fault === undefined || !isConfirmable(fault)) return fault;
  if (confirmed.includes(asConfirmed(name))) return undefined;
  if (fault.kind !== 'well_known') return fault;
  const domain = domainOf(fault);
  return ownerEmails.some((email) => isAt(email, domain)) ? undefined : fault;
}

/** Returns the domain whose addresses prove that a well-known name is the customer's own. */
export const domainOf = ({ looksLike }: NameFault): string => `${looksLike}.com`;

function isAt(email: string, domain: string): boolean {
  const host = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  return host === domain || host.endsWith(`.${domain}`);
}

/** @returns the unconfirmed names of a slice that break the rule, grouped by customer */
export function questionNames(
  { customers, clients, members, confirmed }: NamesOfSlice,
  serviceName: string,
): QuestionedName[] {
  const clientsOf = Map.groupBy(clients, ({ tenantId }) => tenantId);
  const membersOf = Map.groupBy(members, ({ tenantId }) => tenantId);
  const confirmedOf = Map.groupBy(confirmed, ({ tenantId }) => tenantId);
  return customers.flatMap(({ id: tenantId, name: tenantName, controllerName }) => {
    const staff = membersOf.get(tenantId) ?? [];
    const grounds = {
      ownerEmails: staff.flatMap(({ email, isOwner }) => (isOwner ? [email] : [])),
      confirmed: (confirmedOf.get(tenantId) ?? []).map(({ name }) => name),
    };
    const shown = [
      { place: 'company' as const, id: tenantId, name: tenantName },
      ...(controllerName === null
        ? []
        : [{ place: 'controller' as const, id: tenantId, name: controllerName }]),
      ...(clientsOf.get(tenantId) ?? []).map(({ id, name }) => ({
        place: 'client' as const,
        id,
        name,
      })),
      ...staff.map(({ id, name }) => ({ place: 'member' as const, id, name })),
    ];
    return shown.flatMap((one) => {
      const fault = findFaultDespite(one.name, serviceName, grounds);
      return fault === undefined ? [] : [{ tenantId, tenantName, ...one, fault }];
    });
  });
}
