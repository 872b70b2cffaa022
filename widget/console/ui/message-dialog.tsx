// A dialog that only displays a message.
import type { ReactNode } from 'react';
import { useTexts } from '../texts/context.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

export function MessageDialog({ title, onClose, children }: Props) {
  const t = useTexts();
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      {children}
      <div className="dialog-foot">
        <Button onPress={onClose}>{t('shell.close')}</Button>
      </div>
    </Dialog>
  );
}
