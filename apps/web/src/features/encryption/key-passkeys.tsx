import { useQuery } from '@tanstack/react-query';
import { Button, Flex, Popconfirm, Typography } from 'antd';
import { useMutation } from '../../api/use-mutation';
import { useToast } from '../../ui/notice/use-toast';
import { personKeyQuery, removePasskey } from '../../vault/sso-key/sso-key';
import { t } from '../../i18n/t';

/** The passkeys that open the key of a person who signs in with their company. */
export function KeyPasskeys() {
  const { data: stored } = useQuery(personKeyQuery);
  const toast = useToast();
  const remove = useMutation({
    mutationFn: removePasskey,
    onSuccess: () => toast.success({ title: t('The passkey no longer opens your key') }),
  });
  const passkeys = stored?.passkeys ?? [];
  if (passkeys.length === 0) return null;
  return (
    <Flex vertical gap={8}>
      <Typography.Text strong>{t('Passkeys that open your key')}</Typography.Text>
      {passkeys.map(({ id }, index) => (
        <Flex key={id} justify="space-between" align="center" gap={8}>
          <Typography.Text>{t('Passkey {number}', { number: index + 1 })}</Typography.Text>
          <Popconfirm
            title={t('Remove passkey {number}?', { number: index + 1 })}
            description={t('It then no longer opens your key. Your recovery key still does.')}
            okText={t('Remove')}
            cancelText={t('Cancel')}
            onConfirm={() => remove.mutate(id)}
          >
            <Button
              size="small"
              loading={remove.isPending && remove.variables === id}
              aria-label={t('Remove passkey {number}', { number: index + 1 })}
            >
              {t('Remove')}
            </Button>
          </Popconfirm>
        </Flex>
      ))}
    </Flex>
  );
}
