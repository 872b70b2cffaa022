// The code of a receiver that answers the challenge, ready to copy: the files in examples/, which a
// test runs.
import { useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { keepStored, readStored } from '../../../browser/stored.ts';
import { useTexts } from '../../../texts/context.ts';
import { Card } from '../../../ui/card.tsx';
import { CodeBlock } from '../../../ui/code-block.tsx';
import receivers from './receivers.json' with { type: 'json' };

export function ReceiverCode() {
  const t = useTexts();
  const [language, setLanguage] = useState(() => readStored('receiver') ?? 'Node');
  return (
    <Card title={t('receiver.title')}>
      <p className="muted">
        {t('receiver.text')} <a href="/docs/webhooks#prove-your-endpoint">{t('receiver.docs')}</a>
      </p>
      <Tabs
        className="tabs"
        selectedKey={language}
        onSelectionChange={(key) => {
          keepStored('receiver', String(key));
          setLanguage(String(key));
        }}
      >
        <TabList className="tab-list" aria-label={t('try.languages')}>
          {receivers.map(({ language: each }) => (
            <Tab key={each} id={each} className="tab">
              {each}
            </Tab>
          ))}
        </TabList>
        {receivers.map(({ language: each, name, code }) => (
          <TabPanel key={each} id={each} className="tab-panel">
            <CodeBlock title={name} code={code} />
          </TabPanel>
        ))}
      </Tabs>
    </Card>
  );
}
