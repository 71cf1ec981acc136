import { Alert, Button } from 'antd';
import { useVaultStore, type VaultDialog } from '../vault.store';
import styles from './key-notice.module.css';

export interface Notice {
  type: 'info' | 'warning' | 'error';
  title: string;
  description: string;
  action?: { text: string; dialog: VaultDialog };
}

export function NoticeRow({ type, title, description, action }: Notice) {
  return (
    <Alert
      type={type}
      showIcon
      title={
        <>
          <strong>{title}.</strong>{' '}
          <span className={type === 'error' ? undefined : styles.description}>{description}</span>
        </>
      }
      action={
        action && (
          <Button
            onClick={() =>
              useVaultStore.setState({
                dialog: action.dialog,
                ...(action.dialog.kind === 'kit' && { unseenKit: null }),
              })
            }
          >
            {action.text}
          </Button>
        )
      }
    />
  );
}
