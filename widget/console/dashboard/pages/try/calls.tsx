// The calls that a backend makes to run the check that this page starts. The build generates them
// in the same way as the samples in the docs. The customer's own key appears in shortened form.
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { Link } from 'wouter';
import { mayDo } from '../../../../../src/domain/customers/team/rights.ts';
import { keepStored, readStored } from '../../../browser/stored.ts';
import { useUser } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import { useActiveKeys } from '../../queries.ts';
import { nameOfKey } from '../keys/key-name.ts';
import samples from './samples.json';

/** The programming languages of the samples, in the order of the docs. */
const LANGUAGES = Object.keys(samples.languages) as (keyof typeof samples.languages)[];

export function Calls({ token }: { token: string | undefined }) {
  const t = useTexts();
  const { role } = useUser();
  const keys = useActiveKeys({ enabled: mayDo(role, 'keys.read') });
  const own = keys.data?.rows.find(({ mode, kind }) => mode === 'test' && kind === 'secret');
  const [language, setLanguage] = useState(() => readStored('samples') ?? 'curl');
  const { placeholders } = samples;
  const filled = (code: string): string =>
    code
      .replaceAll(placeholders.base, location.origin)
      .replaceAll(placeholders.key, own ? `${own.prefix}…${own.last_four}` : 'sk_test_…')
      .replaceAll(placeholders.token, token ?? 'xit_…');
  return (
    <Card title={t('try.calls')}>
      <p className="muted">
        {own ? (
          t('try.calls_key', { name: nameOfKey(own) })
        ) : (
          <>
            {t('try.calls_no_key')} <Link href="/keys">{t('keys.create')}</Link>
          </>
        )}
      </p>
      <Tabs
        className="tabs"
        selectedKey={language}
        onSelectionChange={(key) => {
          keepStored('samples', String(key));
          setLanguage(String(key));
        }}
      >
        <TabList className="tab-list" aria-label={t('try.languages')}>
          {LANGUAGES.map((id) => (
            <Tab key={id} id={id} className="tab">
              {samples.languages[id].label}
            </Tab>
          ))}
        </TabList>
        {LANGUAGES.map((id) => (
          <TabPanel key={id} id={id} className="tab-panel">
            <CodeBlock title={t('try.call_init')} code={filled(samples.languages[id].init)} />
            <CodeBlock title={t('try.call_result')} code={filled(samples.languages[id].result)} />
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  );
}
