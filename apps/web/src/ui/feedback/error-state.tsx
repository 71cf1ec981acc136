import { ReloadOutlined } from '@ant-design/icons';
import { Button, Flex, Result, Typography } from 'antd';

interface ErrorStateProps {
  error: Error & { requestId?: string | undefined };
  title?: string;
  onRetry?: () => unknown;
}

/** A failed load: what happened, the request id for support, and Retry. */
export function ErrorState({ error, title = 'This could not be loaded', onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <Result
        status="error"
        title={<Typography.Title level={4}>{title}</Typography.Title>}
        subTitle={
          <Flex vertical gap={4} align="center">
            <span>{error.message}</span>
            {error.requestId && (
              <Typography.Text type="secondary" copyable={{ text: error.requestId }}>
                Request id {error.requestId}
              </Typography.Text>
            )}
          </Flex>
        }
        extra={
          onRetry && (
            <Button icon={<ReloadOutlined aria-hidden />} onClick={() => onRetry()}>
              Retry
            </Button>
          )
        }
      />
    </div>
  );
}
