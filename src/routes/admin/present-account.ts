// Maps accounts and their sub-resources to wire fields.
import type {
  ListedConnection,
  LoginRow,
  NotificationRow,
  PasskeyRow,
  ListedSignIn,
} from '../../domain/operations/account-directory/belongings.ts';
import type {
  AccountOverview,
  AccountTotals,
} from '../../domain/operations/account-directory/directory.ts';
import type { Account } from '../../domain/accounts/account.ts';
import { AGE_BRACKETS } from '../../domain/terms/age-bracket.ts';
import { toTimestamp } from '../../time/timestamp.ts';

export function presentAccount(account: Account) {
  return {
    id: account.id,
    subject: account.subject,
    ...(account.email !== undefined && { email: account.email }),
    email_verified: account.emailVerified,
    ...(account.displayName !== undefined && { display_name: account.displayName }),
    status: account.status,
    locale: account.locale,
    has_password: account.hasPassword,
    created_at: toTimestamp(account.createdAtMs),
    ...(account.deleteAtMs !== undefined && { delete_at: toTimestamp(account.deleteAtMs) }),
  };
}

export function presentOverview({ account, age, counts, recentLogins }: AccountOverview) {
  const bracket = age?.bracket;
  const met = bracket === undefined ? [] : AGE_BRACKETS.filter((one) => one <= bracket);
  return {
    ...presentAccount(account),
    age: {
      verified: met.length > 0,
      verified_brackets: met.map((one) => `+${one}`),
      ...(age !== undefined && {
        level: age.level,
        verified_at: toTimestamp(age.verifiedAtMs),
        expires_at: toTimestamp(age.expiresAtMs),
      }),
    },
    counts,
    recent_logins: recentLogins.map(presentLogin),
  };
}

export function presentTotals(totals: AccountTotals) {
  return {
    total: totals.total,
    by_status: totals.byStatus,
    email_verified: totals.emailVerified,
    created_last_30_days: totals.createdLast30Days,
  };
}

export function presentLogin(row: LoginRow) {
  return {
    id: row.id,
    method: row.method,
    outcome: row.outcome,
    device: row.device,
    ...(row.place !== null && { place: row.place }),
    ...(row.ip !== null && { ip: row.ip }),
    at: toTimestamp(row.at_ms),
  };
}

export function presentConnection(row: ListedConnection) {
  return {
    client_id: row.client_id,
    client_name: row.client_name,
    scopes: row.scope.split(' ').filter((scope) => scope !== ''),
    connected_at: toTimestamp(row.connected_at_ms),
    last_shared_at: toTimestamp(row.last_shared_at_ms),
  };
}

export function presentNotification(row: NotificationRow) {
  return {
    id: row.id,
    type: row.type,
    details: JSON.parse(row.details) as Record<string, string>,
    created_at: toTimestamp(row.created_at_ms),
    ...(row.read_at_ms !== null && { read_at: toTimestamp(row.read_at_ms) }),
  };
}

export function presentAccountPasskey(row: PasskeyRow) {
  return {
    id: row.id,
    name: row.name,
    backed_up: row.backed_up,
    created_at: toTimestamp(row.created_at_ms),
    ...(row.last_used_at_ms !== null && { last_used_at: toTimestamp(row.last_used_at_ms) }),
  };
}

/** Presents a session as it is listed for its owner, without the hash of its secret. */
export function presentAccountSession(row: ListedSignIn) {
  return {
    id: row.id,
    device: row.device,
    ...(row.place !== null && { place: row.place }),
    ...(row.ip !== null && { ip: row.ip }),
    methods: JSON.parse(row.amr) as string[],
    created_at: toTimestamp(row.created_at_ms),
    last_seen_at: toTimestamp(row.last_seen_at_ms),
    expires_at: toTimestamp(row.expires_at_ms),
  };
}
