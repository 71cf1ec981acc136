import { Alert } from 'antd';
import { ChangedKey } from './key-check';
import { KeyChanged } from './key-changed';
import { t } from '../i18n/t';

interface SigningErrorProps {
  error: Error | null;
  /** The sender's company. */
  who: string;
  /** The person has confirmed the sender's new keys. */
  onAccepted: () => void;
}

/** Why a request was not signed. */
export function SigningError({ error, who, onAccepted }: SigningErrorProps) {
  if (error instanceof KeyChanged)
    return (
      <ChangedKey
        contact={error.contact}
        who={who}
        blocked={t('No request is sent until you confirm the new key.')}
        onAccepted={onAccepted}
      />
    );
  return error && <Alert type="error" showIcon role="alert" title={error.message} />;
}
