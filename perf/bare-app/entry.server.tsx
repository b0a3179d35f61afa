// The framework's own file: without this one its build would add isbot, which only that file needs, to package.json.
export { default } from "../../node_modules/@react-router/dev/dist/config/defaults/entry.server.node.tsx";
