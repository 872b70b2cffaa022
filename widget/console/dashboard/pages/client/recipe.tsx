import { useState } from 'react';
import type { WireOAuthClient } from '../../../api/wire.ts';
import { keepStored, readStored } from '../../../browser/stored.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Select } from '../../../ui/select.tsx';
import recipes from './recipes.json' with { type: 'json' };

type Found = WireOAuthClient;

const PORT = 9876;

/**
 * How libraries use this client: the parameters to set and, for each tested library, a complete
 * program.
 */
export function Recipe({ found }: { found: Found }) {
  const t = useTexts();
  const isPublic = found.token_endpoint_auth_method === 'none';
  const offered = recipes.filter((recipe) => recipe.isPublic === isPublic);
  const [name, setName] = useState(() => readStored('recipe') ?? '');
  const chosen = offered.find((recipe) => recipe.name === name) ?? offered[0];
  const code = (text: string) => (
    <code dir="ltr" className="break">
      {text}
    </code>
  );
  return (
    <Card title={t('recipe.title')}>
      <p className="muted">{t('recipe.text')}</p>
      <Facts
        facts={[
          { label: t('recipe.issuer'), value: code(location.origin) },
          {
            label: t('recipe.discovery'),
            value: code(`${location.origin}/.well-known/openid-configuration`),
          },
          {
            label: t('recipe.authentication'),
            value: code(isPublic ? 'none' : 'client_secret_basic'),
          },
          { label: t('clients.scopes'), value: code(found.scopes.join(' ')) },
        ]}
      />
      {chosen && (
        <>
          <div className="inline-form">
            <Select
              label={t('recipe.library')}
              value={chosen.name}
              onChange={(value) => {
                keepStored('recipe', value);
                setName(value);
              }}
              options={offered.map(({ name: value, language }) => ({
                value,
                label: `${language}: ${value}`,
              }))}
            />
          </div>
          <p className="muted small">
            {t('recipe.ran', { library: chosen.name, version: chosen.version })}{' '}
            {t('recipe.callback')} {code(`http://localhost:${PORT}${chosen.callback}`)}
          </p>
          <CodeBlock title={t('recipe.environment')} code={environmentOf(found, isPublic)} />
          {chosen.files.map((file) => (
            <CodeBlock key={file.name} title={file.name} code={file.code} />
          ))}
        </>
      )}
    </Card>
  );
}

/**
 * The program's environment variables, with a placeholder for the secret, which only the person who
 * stored it has.
 */
const environmentOf = ({ client_id: id }: Found, isPublic: boolean): string =>
  [
    `AGATE_URL=${location.origin}`,
    ...(isPublic ? [`PUBLIC_CLIENT_ID=${id}`] : [`CLIENT_ID=${id}`, 'CLIENT_SECRET=xocs_…']),
    `PORT=${PORT}`,
  ].join('\n');
