import { Link } from 'wouter';
import type { WireAuditEntry } from '../../../api/wire.ts';

/**
 * The path of the page for each kind of target that has one, by the kind's name in the audit log.
 */
const PAGES: Readonly<Record<string, string>> = {
  account: '/people',
  tenant: '/customers',
  oauth_client: '/clients',
};

/**
 * The target of an entry, linked to its page if it has one. The entry of an account's deletion has
 * no link, because the account no longer exists.
 */
export function Target({ entry }: { entry: WireAuditEntry }) {
  const text = (
    <bdi className="code">
      {entry.target_type} {entry.target_id}
    </bdi>
  );
  const isGone = entry.action === 'account.delete';
  const page = PAGES[entry.target_type];
  if (page === undefined || isGone) return text;
  return (
    <Link href={`${page}/${entry.target_id}`} className="table-over">
      {text}
    </Link>
  );
}
