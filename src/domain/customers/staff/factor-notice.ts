// Tells a member of staff that their second factor was changed: whoever did it may have stolen a session.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import type { PreparedAudit } from '../../platform/audit/record.ts';
import { prepareMailOfChange } from '../../platform/mail/queue-mail.ts';
import { ownsAddress, type StaffMember } from './member.ts';

interface PreparedFactorChange {
  /** Go into the batch directly behind the statement that changes, together and in this order. */
  statements: Statement[];
  /** Call it once the batch is through. */
  announce: () => void;
}

/** A change's audit entry, and with it the mail to the member's own address; whose it is unproved, nobody gets one. */
export function withFactorMail(
  ctx: Context,
  member: StaffMember,
  audit: PreparedAudit,
): PreparedFactorChange {
  if (!ownsAddress(member)) return { statements: [audit.statement], announce: audit.announce };
  const notice = { template: 'second_factor_changed', details: {} } as const;
  const mail = prepareMailOfChange(ctx, {
    to: member.email,
    locale: member.locale ?? 'en',
    ...notice,
  });
  return {
    statements: [audit.statement, mail.statement],
    announce: () => {
      audit.announce();
      mail.announce();
    },
  };
}
