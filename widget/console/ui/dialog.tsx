// A dialog above the page: it keeps focus inside, closes with Escape, and then returns focus to
// where it was.
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useTexts } from '../texts/context.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface Props {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /**
   * Whether only the dialog's own buttons close it, for content that a press outside the dialog
   * would discard.
   */
  isFirm?: boolean;
  children: ReactNode;
}

export function Dialog({ title, isOpen, onClose, isFirm = false, children }: Props) {
  const t = useTexts();
  return (
    <ModalOverlay
      className="veil middle"
      isOpen={isOpen}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      isDismissable={!isFirm}
      isKeyboardDismissDisabled={isFirm}
    >
      <Modal className="dialog">
        <AriaDialog className="dialog-inside">
          <header className="dialog-head">
            <Heading slot="title" level={2}>
              {title}
            </Heading>
            {!isFirm && (
              <Button look="plain" square aria-label={t('shell.close')} onPress={onClose}>
                <Icon name="close" />
              </Button>
            )}
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
