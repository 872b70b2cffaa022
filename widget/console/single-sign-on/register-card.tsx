import { useTexts } from '../texts/context.ts';
import { Card } from '../ui/card.tsx';
import { Copied } from '../ui/copied.tsx';
import { Facts } from '../ui/facts.tsx';

interface Props {
  sso: { redirect_uri: string; backchannel_logout_uri: string };
}

/** The values to enter at the provider. */
export function RegisterCard({ sso }: Props) {
  const t = useTexts();
  const copied = (label: string, text: string) => ({
    label,
    value: <Copied text={text} label={label} />,
  });
  return (
    <Card title={t('sso.register')}>
      <p className="muted">{t('sso.register_text')}</p>
      <Facts
        facts={[
          copied(t('sso.redirect_uri'), sso.redirect_uri),
          copied(t('sso.logout_uri'), sso.backchannel_logout_uri),
        ]}
      />
    </Card>
  );
}
