export function meta() {
  return [{ title: "New React Router App" }, { name: "description", content: "Welcome to React Router!" }];
}

/** The same content as the template's welcome page: a heading and two links. */
export default function Home() {
  return (
    <main>
      <h1>Welcome to React Router</h1>
      <nav>
        <a href="https://reactrouter.com/docs">React Router Docs</a>
        <a href="https://rmx.as/discord">Join Discord</a>
      </nav>
    </main>
  );
}
