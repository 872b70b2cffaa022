// The security of the own sign-in, with the operator's passkeys.
import Security from '../../../security/pages/security.tsx';
import { PasskeysCard } from '../../sign-in/passkeys-card.tsx';

export default function OwnSecurity() {
  return <Security passkeys={<PasskeysCard />} />;
}
