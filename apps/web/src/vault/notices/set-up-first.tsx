import { Alert, Button, Flex } from 'antd';
import { t } from '../../i18n/t';
import { useVaultStore } from '../vault.store';

/** For a person without keys who requests end-to-end encrypted files: says what their partner waits for otherwise. */
export function SetUpFirst() {
  const isWithout = useVaultStore(({ state, refused }) => state === 'none' && !refused);
  if (!isWithout) return null;
  return (
    <Alert
      type="warning"
      showIcon
      title={t('Set up encryption first')}
      description={
        <Flex vertical align="start" gap={8}>
          {t('These files are end-to-end encrypted. The sender can send them only after you set up encryption.')}
          <Button size="small" onClick={() => useVaultStore.setState({ dialog: { kind: 'open' } })}>
            {t('Set up encryption')}
          </Button>
        </Flex>
      }
    />
  );
}
