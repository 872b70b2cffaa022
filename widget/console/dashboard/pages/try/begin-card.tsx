import { useState } from 'react';
import { useLocation } from 'wouter';
import { dataOf } from '../../../api/client.ts';
import { useClient } from '../../../session/context.ts';
import { useTexts } from '../../../texts/context.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Form } from '../../../ui/form.tsx';
import { ErrorNote } from '../../../ui/note.tsx';
import { Select } from '../../../ui/select.tsx';
import { useAction } from '../../../ui/use-action.ts';

const AGES = ['16', '18', '21'] as const;
const METHODS = ['auto', 'facial', 'document'] as const;
/**
 * The suffix of the user id for each outcome. It decides the outcome of any test session
 * (docs/verification.md).
 */
const ENDS = { choose: '', pass: '+pass', fail: '+fail', cancel: '+cancel' } as const;
const ENDINGS = Object.keys(ENDS) as (keyof typeof ENDS)[];

/**
 * The history state that holds the link to the check. The link is kept out of the URL, because it
 * is secret and can be opened only once.
 */
export interface TryState {
  verifyUrl: string;
}

export function BeginCard() {
  const t = useTexts();
  const client = useClient();
  const [, navigate] = useLocation();
  const [age, setAge] = useState<(typeof AGES)[number]>('18');
  const [method, setMethod] = useState<(typeof METHODS)[number]>('auto');
  const [ending, setEnding] = useState<keyof typeof ENDS>('choose');
  const begin = useAction(async () => {
    const made = await dataOf(
      client.POST('/dashboard/v1/test-sessions', {
        body: {
          min_age: Number(age),
          verification_mode: method,
          user_id: `customer-1842${ENDS[ending]}`,
        },
      }),
    );
    const state: TryState = { verifyUrl: made.verify_url };
    navigate(`/try/${made.token}`, { state });
  });
  return (
    <Card title={t('try.begin_title')}>
      <Form onSubmit={begin.run}>
        <div className="fields">
          <Select
            label={t('try.age')}
            value={age}
            onChange={setAge}
            options={AGES.map((value) => ({ value, label: t('newest.age', { age: value }) }))}
          />
          <Select
            label={t('try.method')}
            value={method}
            onChange={setMethod}
            options={METHODS.map((value) => ({ value, label: t(`try.method_${value}`) }))}
          />
          <Select
            label={t('try.ending')}
            value={ending}
            onChange={setEnding}
            options={ENDINGS.map((value) => ({ value, label: t(`try.ending_${value}`) }))}
          />
        </div>
        {begin.error !== undefined && <ErrorNote error={begin.error} />}
        <div className="dialog-foot">
          <Button type="submit" look="primary" isPending={begin.isRunning}>
            {t('try.begin')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
