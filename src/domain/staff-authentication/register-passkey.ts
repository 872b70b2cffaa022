// Adding a passkey to a member of staff who is signed in.
import type { Context } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Actor } from '../audit/record.ts';
import {
  beginRegistration,
  redeemCeremony,
  verifyRegistration,
  type BegunRegistration,
} from '../authentication/passkey-ceremony.ts';
import { defaultName, type Passkey } from '../passkeys/passkey.ts';
import type { StaffMember } from '../staff/member.ts';
import { insertStaffPasskey, listPasskeysOfStaff } from '../staff/passkey-store.ts';
import { recordPasskeyChange } from '../staff/passkeys.ts';
import { nameBrowser } from '../terms/browser-name.ts';
import { passkeyRefused, type PasskeyAnswer } from './sign-in-with-passkey.ts';

export async function beginStaffPasskeyRegistration(
  ctx: Context,
  member: StaffMember,
): Promise<BegunRegistration> {
  const known = await listPasskeysOfStaff(ctx.db, member.id);
  const user = { handle: `staff:${member.id}`, name: member.email, displayName: member.name };
  const registration = { kind: 'add', ownerId: member.id } as const;
  const excluded = known.map(({ credentialId }) => ({ id: credentialId }));
  return beginRegistration(ctx, member.audience, registration, user, excluded);
}

/**
 * @param name absent: the browser's
 * @throws AppError INVALID_CREDENTIALS; CONFLICT when the credential is registered already
 */
export async function finishStaffPasskeyRegistration(
  ctx: Context,
  member: StaffMember,
  { ceremony, response, name }: PasskeyAnswer & { name?: string | undefined },
  actor: Actor,
): Promise<Passkey> {
  const begun = await redeemCeremony(ctx, member.audience, 'add', ceremony);
  if (begun?.ownerId !== member.id) throw passkeyRefused();
  const made = await verifyRegistration(ctx, begun, response);
  if (made === undefined) throw passkeyRefused();
  const passkey = await insertStaffPasskey(ctx.db, member.id, {
    ...made,
    name: name ?? defaultName({ device: nameBrowser(actor.userAgent ?? '') }),
    createdAtMs: ctx.now(),
  });
  if (passkey === undefined) throw new AppError('CONFLICT', 'This passkey is registered already.');
  await recordPasskeyChange(ctx, member, actor, 'auth.passkey_add', passkey);
  return passkey;
}
