import { useUser } from '../session/auth.store';
import { PageHeader } from '../ui/page-header';

export default function HomePage() {
  const user = useUser();
  return <PageHeader title={`Hello, ${user.firstName}`} />;
}
