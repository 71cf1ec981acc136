import { Button, Result } from 'antd';
import { Link } from 'react-router-dom';

export default function NotFoundPage() {
  return (
    <Result
      status="404"
      title="This page does not exist"
      subTitle="The address may be mistyped, or the page has moved."
      extra={
        <Link to="/">
          <Button type="primary">Back to the start</Button>
        </Link>
      }
    />
  );
}
