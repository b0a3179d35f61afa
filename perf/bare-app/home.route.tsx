export function meta() {
  return [{ title: "New React Router App" }, { name: "description", content: "Welcome to React Router!" }];
}

const resources = [
  { href: "https://reactrouter.com/docs", text: "React Router Docs" },
  { href: "https://rmx.as/discord", text: "Join Discord" },
];

/** As much as the template's welcome page: a heading and two links. */
export default function Home() {
  return (
    <main>
      <h1>Welcome to React Router</h1>
      <nav>
        <p>What&apos;s next?</p>
        <ul>
          {resources.map(({ href, text }) => (
            <li key={href}>
              <a href={href} target="_blank" rel="noreferrer">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </main>
  );
}
