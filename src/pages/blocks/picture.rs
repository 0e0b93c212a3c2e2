//! Pictures: a file's pixels as an array, and shades on a canvas.

use leptos::prelude::window;
use semantics::column::{MOST, npy};
use semantics::number::U8;
use wasm_bindgen::{Clamped, JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageBitmap, ImageData};

fn context(canvas: &HtmlCanvasElement) -> Option<CanvasRenderingContext2d> {
    canvas.get_context("2d").ok()??.dyn_into().ok()
}

/// The pixels of a picture that the browser can decode, as a `.npy` of bytes: one plane where all are grey, else red, green and blue. The
/// error is a sentence.
pub async fn pixels(file: &web_sys::File) -> Result<JsValue, String> {
    let wrong = || format!("{} is no picture that this browser can read.", file.name());
    let promise = window().create_image_bitmap_with_blob(file).map_err(|_| wrong())?;
    let bitmap: ImageBitmap = JsFuture::from(promise).await.map_err(|_| wrong())?.dyn_into().map_err(|_| wrong())?;
    let (width, height) = (bitmap.width(), bitmap.height());
    let count = width as usize * height as usize;
    if count > MOST {
        return Err(format!("{} has {width} × {height} pixels; at most {MOST} numbers are taken at once.", file.name()));
    }
    let canvas = leptos::prelude::document().create_element("canvas").ok().and_then(|canvas| canvas.dyn_into::<HtmlCanvasElement>().ok());
    let data = canvas.and_then(|canvas| {
        canvas.set_width(width);
        canvas.set_height(height);
        let context = context(&canvas)?;
        context.draw_image_with_image_bitmap(&bitmap, 0.0, 0.0).ok()?;
        context.get_image_data(0.0, 0.0, f64::from(width), f64::from(height)).ok()
    });
    let Clamped(pixels) = data.ok_or_else(wrong)?.data();
    let plane = |channel: usize| pixels.iter().skip(channel).step_by(4).copied();
    let is_grey = pixels.chunks(4).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]);
    let (channels, shape) = match is_grey {
        true => (1, vec![height as usize, width as usize]),
        false => (3, vec![3, height as usize, width as usize]),
    };
    if count * channels > MOST {
        return Err(format!("{} has {} numbers in three colours; at most {MOST} are taken at once.", file.name(), count * channels));
    }
    let mut array = npy::head(U8, &shape).ok_or_else(wrong)?;
    (0..channels).for_each(|channel| array.extend(plane(channel)));
    Ok(js_sys::Uint8Array::from(&array[..]).into())
}

/// Puts a picture of red, green, blue and transparency on a canvas, a pixel for each of its own.
pub fn show(canvas: &HtmlCanvasElement, bytes: &[u8], (width, height): (u32, u32)) {
    canvas.set_width(width);
    canvas.set_height(height);
    let data = ImageData::new_with_u8_clamped_array_and_sh(Clamped(bytes), width, height);
    if let (Some(context), Ok(data)) = (context(canvas), data) {
        let _ = context.put_image_data(&data, 0.0, 0.0);
    }
}
