import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/admins/rights.ts';
import type { WireAdminOAuthClientDetail } from '../../../api/wire.ts';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../../ui/moment.tsx';

/**
 * Scopes and ages are shown under their names in the protocol, because logs and reports use the
 * same names.
 */
export function ClientFacts({ found }: { found: WireAdminOAuthClientDetail }) {
  const t = useTexts();
  const { role } = useUser();
  const trail = new URLSearchParams({ type: 'oauth_client', target: found.client_id });
  const yesOrNo = (isSo: boolean) => t(isSo ? 'filter.yes' : 'filter.no');
  return (
    <Card title={t('oauth.one')}>
      <Facts
        facts={[
          {
            label: t('oauth.id'),
            value: <Copied text={found.client_id} label={t('oauth.id')} />,
          },
          {
            label: t('tenants.one'),
            value: (
              <Link href={`/customers/${found.tenant_id}`}>
                <bdi>{found.tenant_name}</bdi>
              </Link>
            ),
          },
          {
            label: t('oauth.kind'),
            value: t(found.public ? 'oauth.public_long' : 'oauth.confidential_long'),
          },
          { label: t('oauth.created'), value: <Moment at={found.created_at} isExact /> },
          {
            label: t('oauth.scopes'),
            value: <bdi className="code">{found.scopes.join(' ')}</bdi>,
          },
          { label: t('oauth.ages'), value: <bdi>{found.age_thresholds.join(', ')}</bdi> },
          { label: t('oauth.face'), value: yesOrNo(!found.refuses_face) },
          { label: t('oauth.dpop'), value: yesOrNo(found.dpop_bound_access_tokens) },
          {
            label: t('oauth.proof'),
            value: (
              <bdi className="code">{found.token_endpoint_auth_method ?? 'client_secret'}</bdi>
            ),
          },
          { label: t('oauth.par'), value: yesOrNo(found.require_pushed_authorization_requests) },
          {
            label: t('oauth.signs'),
            value: <bdi className="code">{found.id_token_signed_response_alg}</bdi>,
          },
          found.profile !== undefined && {
            label: t('oauth.profile'),
            value: <bdi className="code">{found.profile}</bdi>,
          },
          { label: t('oauth.devices'), value: yesOrNo(found.device_flow) },
          { label: t('oauth.fedcm'), value: yesOrNo(found.fedcm) },
          mayDo(role, 'audit.read') && {
            label: t('nav.trail'),
            value: <Link href={`/audit?${trail}`}>{t('oauth.see_entries')}</Link>,
          },
        ]}
      />
    </Card>
  );
}
