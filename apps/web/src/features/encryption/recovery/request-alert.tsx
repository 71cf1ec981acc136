import { Alert, Button, Flex } from 'antd';
import type { ReactNode } from 'react';
import { t } from '../../../i18n/t';
import { useStop } from '../../../vault/recovery/use-stop';

interface RequestAlertProps {
  requestId: string;
  title: string;
  description: string;
  /** What the person can do other than stop it. */
  children?: ReactNode;
}

/** A recovery that has been started, for the owner and the members who hold shares. */
export function RequestAlert({ requestId, title, description, children }: RequestAlertProps) {
  const stop = useStop();
  return (
    <Alert
      type="warning"
      showIcon
      title={title}
      description={
        <Flex vertical gap={12}>
          {description}
          <Flex gap={8} wrap>
            {children}
            <Button danger loading={stop.isPending} onClick={() => stop.askFirst(requestId)}>
              {t('Stop the recovery')}
            </Button>
          </Flex>
        </Flex>
      }
    />
  );
}
