import { Link } from 'wouter';
import type { WireAuditEntry } from '../../../api/wire.ts';

/** What has a page of its own, by the type that the audit names. */
const PAGES: Readonly<Record<string, string>> = {
  account: '/people',
  tenant: '/customers',
  oauth_client: '/clients',
};

/** What it was done to; people have a page, for as long as there is an account. */
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
