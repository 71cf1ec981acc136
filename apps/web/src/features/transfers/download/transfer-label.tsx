import { LockFilled } from '@ant-design/icons';
import { Button } from 'antd';
import type { TransferMode } from '@tradepost/contracts/encryption/sealed';
import { noKeysText } from '../../../vault/has-keys';
import { Notice } from '../../../ui/notice/notice';
import type { OpenedQuery } from './use-opened-transfer';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';

/** Says who can read the files. Only a fully sealed transfer may promise that nobody else can. */
const texts: Record<TransferMode, { title: string; footer: string }> = {
  e2e: {
    title: t('Secure transfer with end-to-end encryption'),
    footer: t('Only the sender and the recipient can access the files.'),
  },
  mixed: {
    title: t('Encrypted in transit and at rest. The operator holds the keys.'),
    footer: t(
      'The operator holds no keys to the files marked end-to-end encrypted. This link opens only for the sender and the recipient, after signing in.',
    ),
  },
  managed: {
    title: t('Encrypted in transit and at rest. The operator holds the keys.'),
    footer: t('This link opens only for the sender and the recipient, after signing in.'),
  },
};

interface LabelProps {
  mode: TransferMode;
  opened: Pick<OpenedQuery, 'proof' | 'open'>;
}

/** Who can access the files: said only once every sealed file is proven. */
export function TransferLabel({ mode, opened: { proof, open } }: LabelProps) {
  if (mode === 'managed' || proof.state === 'proven')
    return (
      <p className={layout.noMargin}>
        {mode === 'e2e' && <LockFilled aria-hidden />} {texts[mode].title}
      </p>
    );
  if (proof.state === 'closed') return <Notice tone="warning">{noKeysText}</Notice>;
  if (proof.state === 'checking') return <p className={layout.noMargin}>{t('Checking…')}</p>;
  if (proof.state === 'refused')
    return (
      <Notice tone="error" role="alert">
        {t('Not verified. {reason}', { reason: proof.reason })}
      </Notice>
    );
  return (
    <p className={layout.noMargin}>
      {`${t('Not verified yet.')} `}{' '}
      <Button type="link" className={layout.wrappingButton} onClick={() => void open().catch(() => undefined)}>
        {t('Unlock your encryption keys to verify it')}
      </Button>
    </p>
  );
}

/** The promise below the files; empty until it is proven. */
export const footerOf = ({ mode, opened: { proof } }: LabelProps): string =>
  mode === 'managed' || proof.state === 'proven' ? texts[mode].footer : '';
