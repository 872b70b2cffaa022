// Says that the phone is gone: its owner did not know this computer, or gave the session back.
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
