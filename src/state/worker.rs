//! One Web Worker of the page: found by its name, heard, and ended when it is dropped.
//!
//! What is the same for every worker stands here; who replaces a dead one, and what is asked again, its owner knows.

use super::browser::now;
use leptos::prelude::{document, window};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{MessageEvent, Worker};

/// A worker.
pub struct PageWorker {
    worker: Worker,
    /// Whether it has said that it is ready; what comes earlier is lost.
    pub ready: bool,
    /// When it was last heard, or given something after it had nothing.
    heard: f64,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl PageWorker {
    /// Brings the worker whose script has that name, of the page's own version. `hear` gets what it says, `fail` is called when its script breaks.
    pub fn spawn(name: &str, hear: impl Fn(JsValue) + 'static, fail: impl Fn() + 'static) -> Option<PageWorker> {
        let version = document().query_selector("meta[name=version]").ok().flatten()?.get_attribute("content")?;
        let worker = Worker::new(&[name, ".js?", &version].concat()).ok()?;
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| hear(event.data()));
        let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            event.prevent_default();
            fail();
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Some(PageWorker { worker, ready: false, heard: now(), _on_message: on_message, _on_error: on_error })
    }

    /// Takes note of a message; whether it is only the one that says that the worker is ready.
    pub fn hears(&mut self, data: &JsValue) -> bool {
        let greets = data.as_string().as_deref() == Some("ready");
        self.ready |= greets;
        self.begins();
        greets
    }

    /// Takes note that it has something to do from now on.
    pub fn begins(&mut self) {
        self.heard = now();
    }

    /// Tells it something.
    pub fn tell(&self, message: &JsValue) {
        let _ = self.worker.post_message(message);
    }

    /// Whether it has been silent for so many milliseconds.
    pub fn is_silent(&self, milliseconds: f64) -> bool {
        now() - self.heard > milliseconds
    }
}

impl Drop for PageWorker {
    fn drop(&mut self) {
        // What it said before may still be on its way, and those who would hear it go now.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// An object of such fields.
pub fn message(fields: &[(&str, JsValue)]) -> JsValue {
    let message = js_sys::Object::new();
    for (name, value) in fields {
        let _ = js_sys::Reflect::set(&message, &(*name).into(), value);
    }
    message.into()
}

/// A field of an object; None where it is undefined.
pub fn field(data: &JsValue, name: &str) -> Option<JsValue> {
    js_sys::Reflect::get(data, &name.into()).ok().filter(|value| !value.is_undefined())
}

/// Something that is looked at every second for as long as it is kept.
pub struct Watch(i32);

impl Watch {
    /// Begins.
    pub fn begin(look: impl FnMut() + 'static) -> Option<Watch> {
        let tick = Closure::<dyn FnMut()>::new(look);
        let timer = window().set_interval_with_callback_and_timeout_and_arguments_0(tick.as_ref().unchecked_ref(), 1000);
        // The browser keeps the function until the interval ends, and collects it then.
        tick.into_js_value();
        timer.ok().map(Watch)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        window().clear_interval_with_handle(self.0);
    }
}
