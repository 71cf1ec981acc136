import { useQuery } from '@tanstack/react-query';
import { usualExpiries, type UsualExpiry } from '@tradepost/contracts/identity';
import { Alert, Button, Flex, Radio, Typography } from 'antd';
import { useState } from 'react';
import { meQuery } from '../../api/queries';
import { SectionCard } from '../../ui/card/section-card';
import { useToast } from '../../ui/notice/use-toast';
import { useSetUsualExpiry } from './api';
import { t } from '../../i18n/t';
import layout from '../../ui/layout/layout.module.css';

const labels: Record<UsualExpiry, string> = {
  ask: t('Ask each time'),
  day: t('Tomorrow'),
  week: t('7 days'),
  month: t('30 days'),
  endOfMonth: t('End of month'),
};

/** What is preselected when someone of the company accepts a request or sends files. */
export function UsualExpiryCard() {
  const { data: me } = useQuery(meQuery);
  const save = useSetUsualExpiry();
  const toast = useToast();
  const [chosen, setChosen] = useState<UsualExpiry>();
  const saved = me?.company?.usualExpiry;
  const shown = chosen ?? saved;
  const submit = () => {
    if (!shown) return;
    save.mutate(shown, {
      onSuccess: ({ message }) => {
        setChosen(undefined);
        toast.success({ title: t('Success'), description: message });
      },
    });
  };
  return (
    <SectionCard title={t('Usual expiry')} className={layout.marginTop16}>
      <Flex vertical gap={16} align="start">
        <Typography.Text type="secondary">
          {t(
            'What is preselected when your company accepts a request or sends files. It can still be changed each time. Existing transfers stay as they are.',
          )}
        </Typography.Text>
        <Radio.Group
          aria-label={t('Usual expiry')}
          options={usualExpiries.map((value) => ({ value, label: labels[value] }))}
          value={shown}
          disabled={!saved || save.isPending}
          onChange={({ target }) => setChosen(target.value as UsualExpiry)}
        />
        {save.error && <Alert type="error" showIcon role="alert" title={save.error.message} />}
        <Button type="primary" loading={save.isPending} disabled={shown === saved} onClick={submit}>
          {t('Save')}
        </Button>
      </Flex>
    </SectionCard>
  );
}
