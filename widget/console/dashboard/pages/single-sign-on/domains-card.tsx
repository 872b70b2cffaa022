import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireSsoDomain } from '../../../api/wire.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card, type BadgeTone } from '../../../ui/card.tsx';
import { Copied } from '../../../ui/copied.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { useAction } from '../../../ui/use-action.ts';

const TONES: Record<WireSsoDomain['state'], BadgeTone> = {
  pending: 'plain',
  proven: 'good',
  lapsed: 'bad',
};

/**
 * The customer's domains. Only people with an email address at a proven domain may sign in through
 * the provider.
 */
export function DomainsCard({ domains }: { domains: readonly WireSsoDomain[] }) {
  const t = useTexts();
  return (
    <Card title={t('sso.domains')}>
      <p className="muted">{t('sso.domains_text')}</p>
      <ul className="rows">
        {domains.map((domain) => (
          <li key={domain.domain} className="row">
            <Domain domain={domain} />
          </li>
        ))}
      </ul>
      <AddDomain />
    </Card>
  );
}

function Domain({ domain: { domain, state, record } }: { domain: WireSsoDomain }) {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const params = { path: { domain } };
  const again = () => answers.invalidateQueries({ queryKey: ['sso'] });
  const check = useAction(async () => {
    await client.POST('/dashboard/v1/sso/domains/{domain}/check', { params });
    await again();
  });
  const remove = useAction(async () => {
    await client.DELETE('/dashboard/v1/sso/domains/{domain}', { params });
    await again();
  });
  const error = check.error ?? remove.error;
  return (
    <>
      <span className="row-text">
        <strong>
          <bdi>{domain}</bdi>
        </strong>
        {state !== 'proven' && (
          <>
            <span className="table-note">{t(`sso.domain_${state}_text`)}</span>
            <Copied text={record} label={t('sso.record')} />
          </>
        )}
        {error !== undefined && <ErrorNote error={error} invalid={t('sso.record_missing')} />}
      </span>
      <Badge tone={TONES[state]}>{t(`sso.domain_${state}`)}</Badge>
      {state !== 'proven' && (
        <Button
          aria-label={t('sso.check_named', { domain })}
          isPending={check.isRunning}
          onPress={check.run}
        >
          {t('sso.check')}
        </Button>
      )}
      <Button
        look="plain"
        aria-label={t('sso.forget_named', { domain })}
        isPending={remove.isRunning}
        onPress={remove.run}
      >
        {t('sso.forget')}
      </Button>
    </>
  );
}

function AddDomain() {
  const t = useTexts();
  const client = useClient();
  const answers = useQueryClient();
  const [domain, setDomain] = useState('');
  const add = useAction(async () => {
    await client.POST('/dashboard/v1/sso/domains', { body: { domain: domain.trim() } });
    await answers.invalidateQueries({ queryKey: ['sso'] });
    setDomain('');
  });
  return (
    <Form onSubmit={add.run}>
      <TextInput
        label={t('sso.domain')}
        hint={t('sso.domain_hint')}
        isRequired
        isCode
        autoComplete="off"
        value={domain}
        onChange={setDomain}
      />
      {add.error !== undefined && (
        <ErrorNote
          error={add.error}
          invalid={t('sso.domain_bad')}
          conflict={t('sso.domain_taken')}
        />
      )}
      <div className="dialog-foot">
        <Button type="submit" isPending={add.isRunning}>
          {t('sso.add')}
        </Button>
      </div>
    </Form>
  );
}
