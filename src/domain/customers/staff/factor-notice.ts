// Notifies a member of staff that their second factor was changed, because someone with a stolen
// session may have changed it.
import type { Context } from '../../../context.ts';
import type { Statement } from '../../../db/client.ts';
import type { PreparedAudit } from '../../platform/audit/record.ts';
import { prepareMailOfChange } from '../../platform/mail/queue-mail.ts';
import { ownsAddress, type StaffMember } from './member.ts';

interface PreparedFactorChange {
  /** Statements to run in the same batch as the change, directly after it and in this order. */
  statements: Statement[];
  /** Announces the audit entry and the email. Must be called after the commit. */
  announce: () => void;
}

/**
 * Combines the audit entry of a change with an email to the member's own address, if the address is
 * confirmed.
 */
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
