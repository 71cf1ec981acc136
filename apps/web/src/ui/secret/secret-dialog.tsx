import { Modal } from 'antd';
import { useRef, type ReactNode } from 'react';
import layout from '../layout/layout.module.css';
import '../layout/tall-dialog.css';

interface SecretDialogProps {
  open?: boolean;
  title: string;
  /** A secret is shown: closing the dialog would lose it, so only the dialog's own button closes it. */
  isShown: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog that creates a secret and then shows it once. */
export function SecretDialog({ open = true, title, isShown, onClose, children }: SecretDialogProps) {
  const box = useRef<HTMLDivElement>(null);
  return (
    <Modal
      className="tall-dialog"
      classNames={{ body: layout.scrollCue as string }}
      title={title}
      open={open}
      onCancel={onClose}
      // nothing in it can be focused earlier
      afterOpenChange={(isOpen) => isOpen && box.current?.querySelector<HTMLElement>('input, button')?.focus()}
      closable={!isShown}
      keyboard={!isShown}
      mask={{ closable: false }}
      footer={null}
      destroyOnHidden
      width={560}
    >
      <div ref={box}>{children}</div>
    </Modal>
  );
}
