// A notice that the phone has left the session: its owner did not recognise this computer, or
// returned the session.
import { useTexts } from '../i18n/context.ts';
import { Announcer } from './announcer.tsx';
import { Icon } from './icon.tsx';

export function PhoneLeft() {
  const text = useTexts()('handoff.phone_left');
  return (
    <div class="remark">
      <Icon name="phone" />
      <p>{text}</p>
      <Announcer text={text} />
    </div>
  );
}
