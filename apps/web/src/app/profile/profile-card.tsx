import type { User } from '@tradepost/contracts/identity';
import { routes } from '@tradepost/contracts/routes';
import { isReviewed, type Language } from '@tradepost/contracts/values/language';
import { Alert, Flex, Radio, Switch, Typography } from 'antd';
import { SectionCard } from '../../ui/card/section-card';
import { useState } from 'react';
import { areShortcutsOn, setShortcutsOn } from '../../ui/layout/keyboard';
import { chooseScheme, useScheme } from '../theme/scheme';
import { send } from '../../api/send';
import { useMutation } from '../../api/use-mutation';
import { language, showIn } from '../../i18n/language';
import { LanguageSelect } from '../../i18n/language-select';
import { t } from '../../i18n/t';
import { NameCard } from './name-card';

/** Who is signed in, and how Tradepost looks and behaves in this browser. */
export function ProfileCard({ user }: { user: User }) {
  const scheme = useScheme();
  const save = useMutation({
    mutationFn: (chosen: Language) => send(routes.saveLanguage, { language: chosen }),
    onSuccess: ({ language: saved }) => showIn(saved),
  });
  const [hasShortcuts, setHasShortcuts] = useState(areShortcutsOn);
  return (
    <Flex vertical gap={16}>
      <NameCard user={user} />
      <SectionCard title={t('Language')}>
        <Flex vertical gap={8} align="start">
          <LanguageSelect onChoose={(chosen) => save.mutate(chosen)} />
          {!isReviewed(language) && (
            <Typography.Text type="secondary">{t('Machine translation, not reviewed yet')}</Typography.Text>
          )}
          <Typography.Text type="secondary">{t('For screens and emails.')}</Typography.Text>
          {save.error && <Alert type="error" showIcon role="alert" title={save.error.message} />}
        </Flex>
      </SectionCard>
      <SectionCard title={t('This browser')}>
        <Flex vertical gap={16} align="start">
          <Radio.Group
            aria-label={t('Theme')}
            options={[
              { value: 'light', label: t('Light theme') },
              { value: 'dark', label: t('Dark theme') },
            ]}
            value={scheme}
            onChange={({ target }) => chooseScheme(target.value as typeof scheme)}
          />
          <Flex component="label" gap={12} align="center">
            <Switch
              checked={hasShortcuts}
              onChange={(on) => {
                setShortcutsOn(on);
                setHasShortcuts(on);
              }}
            />
            {t('Use keyboard shortcuts')}
          </Flex>
        </Flex>
      </SectionCard>
    </Flex>
  );
}
