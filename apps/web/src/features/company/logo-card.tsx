import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Message } from '@tradepost/contracts/values/fields';
import { routes } from '@tradepost/contracts/routes';
import { Button, Flex, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useRef } from 'react';
import { logoQuery } from '../../api/logo-query';
import { send } from '../../api/send';
import { upload } from '../../api/upload';
import { useMutation } from '../../api/use-mutation';
import { useToast } from '../../ui/notice/use-toast';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';
import styles from './logo-card.module.css';

/** The picture that partners see on transfers and in mails. */
export function LogoCard({ companyId }: { companyId: string }) {
  const logo = useQuery(logoQuery(companyId));
  const client = useQueryClient();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const show = {
    onSuccess: ({ message }: Message) => {
      toast.success({ title: t('Success'), description: message });
      return client.invalidateQueries({ queryKey: logoQuery(companyId).queryKey });
    },
    onError: ({ message }: Error) => toast.destructive({ title: t('Error'), description: message }),
  };
  const save = useMutation({ mutationFn: (file: File) => upload<Message>(routes.setLogo, {}, { file }), ...show });
  const remove = useMutation({ mutationFn: () => send(routes.removeLogo, {}), ...show });
  return (
    <SectionCard title={t('Logo')} className={layout.marginTop16}>
      <Flex gap={24} align="center" wrap>
        <div className={styles.frame}>
          {logo.data ? (
            <img src={logo.data} alt={t('Your logo')} className={styles.logo} />
          ) : (
            <Typography.Text type="secondary">{t('No logo')}</Typography.Text>
          )}
        </div>
        <div className={`${layout.grow} ${styles.text}`}>
          <p className={layout.noMargin}>
            {t(
              'Partners see it on your transfers and in the emails about them, once your registration is approved. PNG or JPEG, at most 512 KB.',
            )}
          </p>
          <Flex gap={8} wrap className={styles.actions}>
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg"
              aria-label={t('Logo file')}
              hidden
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) save.mutate(file);
                target.value = '';
              }}
            />
            <Button
              icon={<UploadOutlined aria-hidden />}
              loading={save.isPending}
              onClick={() => input.current?.click()}
            >
              {logo.data ? t('Replace logo') : t('Upload logo')}
            </Button>
            {logo.data && (
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                loading={remove.isPending}
                onClick={() => remove.mutate()}
              >
                {t('Remove logo')}
              </Button>
            )}
          </Flex>
        </div>
      </Flex>
    </SectionCard>
  );
}
