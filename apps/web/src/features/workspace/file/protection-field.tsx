import { LockFilled } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Form, Radio, Typography } from 'antd';
import { meQuery } from '../../../api/queries';
import { useHasKeys } from '../../../vault/has-keys';
import { withMode, type FileTerms } from '../upload/terms';
import { t } from '../../../i18n/t';
import layout from '../../../ui/layout/layout.module.css';
import styles from './file.module.css';

const descriptions = {
  e2e: t(
    "Encrypted in this browser before it is sent. Only you and people you send it to can open it; Tradepost can't.",
  ),
  managed: t('Encrypted in transit and at rest. The operator holds the keys.'),
};

/** Chooses end-to-end or standard encryption. */
export function ProtectionField({ terms, onChange }: { terms: FileTerms; onChange: (terms: FileTerms) => void }) {
  const { data } = useQuery(meQuery);
  const hasKeys = useHasKeys();
  const options = [
    {
      value: 'e2e',
      label: (
        <>
          <LockFilled aria-hidden /> {t('End-to-end encrypted')}
        </>
      ),
    },
    ...(data?.company?.requireE2E ? [] : [{ value: 'managed', label: t('Standard encryption') }]),
  ];
  return (
    <Form layout="vertical" component="div">
      <Form.Item label={t('Protection')} className={layout.noMargin}>
        {hasKeys ? (
          <Radio.Group
            aria-label={t('Protection')}
            options={options}
            value={terms.mode}
            onChange={({ target }) => onChange(withMode(terms, target.value as FileTerms['mode']))}
          />
        ) : (
          <Typography.Text>{t('Standard encryption')}</Typography.Text>
        )}
        <Typography.Paragraph type="secondary" className={styles.note}>
          {descriptions[terms.mode]}
        </Typography.Paragraph>
      </Form.Item>
    </Form>
  );
}
