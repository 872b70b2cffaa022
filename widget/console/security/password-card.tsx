import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { faultOf } from '../api/call-error.ts';
import { useClient, useConsole } from '../session/context.ts';
import { useTexts } from '../texts/context.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { PasswordInput } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { News } from '../ui/note.tsx';
import { useAction } from '../ui/use-action.ts';
import { passwordFault } from './password-fault.ts';

/** A form for setting a new password. Saving it ends all other sessions. */
export function PasswordCard() {
  const t = useTexts();
  const { name } = useConsole();
  const client = useClient();
  const answers = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isDone, setDone] = useState(false);
  const change = useAction(async () => {
    setDone(false);
    await client.POST(`/${name}/v1/auth/change-password`, {
      body: { current_password: current, new_password: next },
    });
    setCurrent('');
    setNext('');
    setDone(true);
    await answers.invalidateQueries({ queryKey: ['own-sessions'] });
  });
  const { error } = change;
  const weak = faultOf(error, 'new_password', t('signup.password_bad'));
  return (
    <Card title={t('security.password')}>
      <p className="muted">{t('security.password_text')}</p>
      {isDone && <News tone="good">{t('security.password_done')}</News>}
      <Form onSubmit={change.run}>
        <PasswordInput
          label={t('security.password_now')}
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={weak === undefined ? passwordFault(error, t) : undefined}
        />
        <PasswordInput
          label={t('security.password_new')}
          hint={t('signup.password_hint')}
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          error={weak}
        />
        <div className="page-actions">
          <Button type="submit" isPending={change.isRunning}>
            {t('security.password_change')}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
