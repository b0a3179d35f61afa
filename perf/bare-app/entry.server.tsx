// Re-exports the framework's own file: without this one, its build would add isbot, used only there, to package.json.
export { default } from "../../node_modules/@react-router/dev/dist/config/defaults/entry.server.node.tsx";
